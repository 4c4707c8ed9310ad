export async function fee(id: string): Promise<number> {
  const answer = await fetch(`http://shop/orders/${id}/fee`);
  return answer.json();
}

export async function orders(): Promise<string> {
  return (await fetch("/orders/all/list")).text();
}
