import { Injectable } from "core";

/** What a cart holds. */
export interface Item {
    id: string;
    name?: string;
    price(): number;
}

// Holds items.
@Injectable({ providedIn: "root" })
export class CartService<T extends Item> implements OnInit {
    @Input() title = "cart";
    private readonly items: T[] = [];

    constructor(private http: Http) {}

    @HostListener("click")
    onClick(event: Event): void {
        this.load();
    }

    async load(id?: string): Promise<void> {
        if (!id) {
            return;
        }
        await this.http.get(`/items
        ${id}`);
    }

    handle = (event: Event): void => {
        use(event);
    };
}
