export type Kind = "a" | "b";

export enum Level {
    Low = 1,
    High,
}

type Props = {
    title: string;
    count?: number;
};

export namespace Util {
    export function id<T>(x: T): T {
        return x;
    }
}

export abstract class Shape {
    abstract area(): number;
}
