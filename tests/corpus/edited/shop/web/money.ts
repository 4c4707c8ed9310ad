export function round(cents: number): number {
  return cents > 0 ? half(cents) : 0;
}

export function half(cents: number): number {
  return cents / 2;
}
