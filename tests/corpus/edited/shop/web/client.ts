import { round } from "./money";

export class Client {
  async fee(id: string): Promise<number> {
    const answer = await fetch(`/orders/${id}/fee`);
    return round(await answer.json());
  }

  total(id: string): Promise<number> {
    return this.fee(id);
  }
}
