import { fetchJson } from "./api";

export interface Product {
  id: number;
  title: string;
  price: number;
}

export type Listener = (products: Product[]) => void;

const PAGE_SIZE = 20;

export class ProductStore {
  private products: Product[] = [];
  private listeners: Listener[] = [];

  async load(page = 1): Promise<void> {
    console.log("loading page", page);
    this.products = await fetchJson(`/products?page=${page}&size=${PAGE_SIZE}`);
    this.notify();
  }

  find(id: number): Product | undefined {
    return this.products.find((p) => p.id === id);
  }

  subscribe(listener: Listener): void {
    this.listeners.push(listener);
  }

  private notify(): void {
    for (const listener of this.listeners) {
      listener(this.products);
    }
  }
}

export function sortByPrice(products: Product[]): Product[] {
  return [...products].sort((a, b) => a.price - b.price);
}
