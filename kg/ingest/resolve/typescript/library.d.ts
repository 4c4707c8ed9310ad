// What little must be known of JavaScript's own library to follow values through it.
// Only members whose result or whose callback says something; every object has those of Object.
interface Object { toString(): string; toLocaleString(): string; valueOf(): Object; hasOwnProperty(key: any): boolean; isPrototypeOf(of: any): boolean; propertyIsEnumerable(key: any): boolean; constructor: Function }
interface Function { call(self: any, ...rest: any[]): any; apply(self: any, rest?: any): any; bind(self: any, ...rest: any[]): any; name: string; length: number; toString(): string; prototype: any }
interface String { charAt(at: number): string; charCodeAt(at: number): number; codePointAt(at: number): number; concat(...rest: string[]): string; indexOf(part: string, from?: number): number; lastIndexOf(part: string): number; localeCompare(other: string): number; match(pattern: any): string[]; matchAll(pattern: any): Iterable<string[]>; replace(pattern: any, by: string): string; replace(pattern: any, by: (found: string, ...rest: any[]) => string): string; replaceAll(pattern: any, by: any): string; search(pattern: any): number; slice(from?: number, to?: number): string; split(by: any, most?: number): string[]; substring(from: number, to?: number): string; substr(from: number, count?: number): string; toLowerCase(): string; toUpperCase(): string; toLocaleLowerCase(): string; toLocaleUpperCase(): string; trim(): string; trimStart(): string; trimEnd(): string; padStart(to: number, by?: string): string; padEnd(to: number, by?: string): string; repeat(count: number): string; startsWith(part: string): boolean; endsWith(part: string): boolean; includes(part: string): boolean; normalize(form?: string): string; at(at: number): string; toString(): string; length: number; [at: number]: string }
interface Number { toFixed(digits?: number): string; toString(radix?: number): string; toPrecision(digits?: number): string; toExponential(digits?: number): string; toLocaleString(...rest: any[]): string; valueOf(): number }
interface Boolean { valueOf(): boolean; toString(): string }
interface Symbol { description: string; toString(): string }
interface BigInt { toString(): string; valueOf(): bigint }
interface RegExp { exec(text: string): string[]; test(text: string): boolean; source: string; flags: string; lastIndex: number; toString(): string }
interface Iterable<T> { next(): { value: T; done: boolean }; return(value?: any): any; throw(error?: any): any; map<U>(fn: (value: T, at: number) => U): Iterable<U>; filter(fn: (value: T, at: number) => any): Iterable<T>; toArray(): T[]; forEach(fn: (value: T, at: number) => void): void }
interface Iterator<T> extends Iterable<T> {}
interface IterableIterator<T> extends Iterable<T> {}
interface IteratorObject<T> extends Iterable<T> {}
interface MapIterator<T> extends Iterable<T> {}
interface SetIterator<T> extends Iterable<T> {}
interface ArrayIterator<T> extends Iterable<T> {}
interface Generator<T, R = any, N = any> extends Iterable<T> {}
interface AsyncIterable<T> { next(): Promise<{ value: T; done: boolean }>; return(value?: any): any; throw(error?: any): any }
interface AsyncIterator<T> extends AsyncIterable<T> {}
interface AsyncIterableIterator<T> extends AsyncIterable<T> {}
interface AsyncGenerator<T, R = any, N = any> extends AsyncIterable<T> {}
interface ArrayLike<T> { length: number; [at: number]: T }
interface Array<T> {
  length: number;
  [at: number]: T;
  at(at: number): T;
  concat(...rest: (T | T[])[]): T[];
  copyWithin(to: number, from: number, end?: number): this;
  entries(): Iterable<[number, T]>;
  every(fn: (value: T, at: number, all: T[]) => any, self?: any): boolean;
  fill(value: T, from?: number, to?: number): this;
  filter<S extends T>(fn: (value: T, at: number, all: T[]) => any, self?: any): T[];
  find(fn: (value: T, at: number, all: T[]) => any, self?: any): T;
  findIndex(fn: (value: T, at: number, all: T[]) => any, self?: any): number;
  findLast(fn: (value: T, at: number, all: T[]) => any, self?: any): T;
  findLastIndex(fn: (value: T, at: number, all: T[]) => any, self?: any): number;
  flat(depth?: number): T[];
  flatMap<U>(fn: (value: T, at: number, all: T[]) => U | U[], self?: any): U[];
  forEach(fn: (value: T, at: number, all: T[]) => void, self?: any): void;
  includes(value: T, from?: number): boolean;
  indexOf(value: T, from?: number): number;
  join(by?: string): string;
  keys(): Iterable<number>;
  lastIndexOf(value: T, from?: number): number;
  map<U>(fn: (value: T, at: number, all: T[]) => U, self?: any): U[];
  pop(): T;
  push(...rest: T[]): number;
  reduce<U>(fn: (before: U, value: T, at: number, all: T[]) => U, start: U): U;
  reduce(fn: (before: T, value: T, at: number, all: T[]) => T): T;
  reduceRight<U>(fn: (before: U, value: T, at: number, all: T[]) => U, start: U): U;
  reverse(): this;
  shift(): T;
  slice(from?: number, to?: number): T[];
  some(fn: (value: T, at: number, all: T[]) => any, self?: any): boolean;
  sort(fn?: (one: T, other: T) => number): this;
  splice(from: number, count?: number, ...rest: T[]): T[];
  toReversed(): T[];
  toSorted(fn?: (one: T, other: T) => number): T[];
  toSpliced(from: number, count?: number, ...rest: T[]): T[];
  unshift(...rest: T[]): number;
  values(): Iterable<T>;
  with(at: number, value: T): T[];
  toString(): string;
}
interface ReadonlyArray<T> extends Array<T> {}
interface NodeListOf<T> extends Array<T> {}
declare class ArrayConstructor { from<T>(items: Iterable<T> | ArrayLike<T>): T[]; from<T, U>(items: Iterable<T> | ArrayLike<T>, fn: (value: T, at: number) => U): U[]; isArray(value: any): value is any[]; of<T>(...items: T[]): T[]; fromAsync<T>(items: AsyncIterable<T>): Promise<T[]>; new <T = any>(...rest: any[]): T[]; <T = any>(...rest: any[]): T[] }
declare const Array: ArrayConstructor;
declare class Map<K, V> { constructor(entries?: Iterable<[K, V]>); get(key: K): V; set(key: K, value: V): this; has(key: K): boolean; delete(key: K): boolean; clear(): void; forEach(fn: (value: V, key: K, all: Map<K, V>) => void): void; keys(): Iterable<K>; values(): Iterable<V>; entries(): Iterable<[K, V]>; size: number; static groupBy<K, V>(items: Iterable<V>, fn: (value: V) => K): Map<K, V[]> }
interface ReadonlyMap<K, V> { get(key: K): V; has(key: K): boolean; forEach(fn: (value: V, key: K, all: Map<K, V>) => void): void; keys(): Iterable<K>; values(): Iterable<V>; entries(): Iterable<[K, V]>; size: number }
declare class WeakMap<K, V> { constructor(entries?: Iterable<[K, V]>); get(key: K): V; set(key: K, value: V): this; has(key: K): boolean; delete(key: K): boolean }
declare class Set<T> { constructor(items?: Iterable<T>); add(value: T): this; has(value: T): boolean; delete(value: T): boolean; clear(): void; forEach(fn: (value: T, again: T, all: Set<T>) => void): void; keys(): Iterable<T>; values(): Iterable<T>; entries(): Iterable<[T, T]>; size: number; union(other: Set<T>): Set<T>; difference(other: Set<T>): Set<T>; intersection(other: Set<T>): Set<T> }
interface ReadonlySet<T> extends Set<T> {}
declare class WeakSet<T> { add(value: T): this; has(value: T): boolean; delete(value: T): boolean }
declare class WeakRef<T> { constructor(target: T); deref(): T }
interface PromiseLike<T> { then<A = T>(fn?: (value: T) => A | PromiseLike<A>, failed?: (error: any) => any): Promise<A> }
declare class Promise<T> {
  constructor(run: (resolve: (value: T) => void, reject: (error?: any) => void) => void);
  then<A = T>(fn?: (value: T) => A | PromiseLike<A>, failed?: (error: any) => any): Promise<A>;
  catch<A = T>(failed?: (error: any) => any): Promise<T>;
  finally(fn?: () => void): Promise<T>;
  static resolve<T>(value?: T | PromiseLike<T>): Promise<T>;
  static reject<T = any>(error?: any): Promise<T>;
  static all<T>(items: Iterable<T | PromiseLike<T>>): Promise<T[]>;
  static allSettled<T>(items: Iterable<T | PromiseLike<T>>): Promise<{ status: string; value: T; reason: any }[]>;
  static race<T>(items: Iterable<T | PromiseLike<T>>): Promise<T>;
  static any<T>(items: Iterable<T | PromiseLike<T>>): Promise<T>;
  static withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error?: any) => void };
}
declare class Error { constructor(message?: string, options?: any); name: string; message: string; stack: string; cause: any; static captureStackTrace(of: any, from?: any): void }
declare class TypeError extends Error {}
declare class RangeError extends Error {}
declare class SyntaxError extends Error {}
declare class ReferenceError extends Error {}
declare class EvalError extends Error {}
declare class URIError extends Error {}
declare class AggregateError extends Error { errors: any[] }
declare class Date { constructor(...rest: any[]); getTime(): number; getFullYear(): number; getMonth(): number; getDate(): number; getDay(): number; getHours(): number; getMinutes(): number; getSeconds(): number; getMilliseconds(): number; toISOString(): string; toJSON(): string; toString(): string; toDateString(): string; toLocaleString(...rest: any[]): string; toLocaleDateString(...rest: any[]): string; toLocaleTimeString(...rest: any[]): string; valueOf(): number; static now(): number; static parse(text: string): number; static UTC(...rest: number[]): number }
declare class ObjectConstructor { keys(of: any): string[]; values<T>(of: { [key: string]: T }): T[]; entries<T>(of: { [key: string]: T }): [string, T][]; fromEntries<T>(items: Iterable<[string, T]>): { [key: string]: T }; assign<T, U>(to: T, from: U, ...rest: any[]): T & U; freeze<T>(of: T): T; seal<T>(of: T): T; create<T>(of: T, rest?: any): T; defineProperty<T>(of: T, name: any, how: any): T; defineProperties<T>(of: T, all: any): T; getPrototypeOf<T>(of: T): any; setPrototypeOf<T>(of: T, to: any): T; getOwnPropertyNames(of: any): string[]; getOwnPropertyDescriptor(of: any, name: any): any; hasOwn(of: any, name: any): boolean; is(one: any, other: any): boolean; isFrozen(of: any): boolean; prototype: Object }
declare const Object: ObjectConstructor;
declare class JSON { static parse(text: string, fn?: any): any; static stringify(value: any, fn?: any, space?: any): string }
declare class StringConstructor { fromCharCode(...codes: number[]): string; raw(...rest: any[]): string; (value?: any): string; new (value?: any): String }
declare const String: StringConstructor;
declare class NumberConstructor { isInteger(value: any): boolean; isFinite(value: any): boolean; isNaN(value: any): boolean; parseFloat(text: string): number; parseInt(text: string, radix?: number): number; (value?: any): number; MAX_SAFE_INTEGER: number }
declare const Number: NumberConstructor;
declare class BooleanConstructor { (value?: any): boolean }
declare const Boolean: BooleanConstructor;
declare class Console { log(...rest: any[]): void; error(...rest: any[]): void; warn(...rest: any[]): void; info(...rest: any[]): void; debug(...rest: any[]): void; trace(...rest: any[]): void; table(...rest: any[]): void; time(label?: string): void; timeEnd(label?: string): void; group(...rest: any[]): void; groupEnd(): void; assert(...rest: any[]): void; dir(...rest: any[]): void; count(label?: string): void }
declare const console: Console;
declare const window: Window;
declare const globalThis: Window;
declare const self: Window;
type Partial<T> = T;
type Required<T> = T;
type Readonly<T> = T;
type NonNullable<T> = T;
type Pick<T, K> = T;
type Omit<T, K> = T;
type Exclude<T, U> = T;
type NoInfer<T> = T;
type ThisType<T> = T;
type Record<K, V> = { [key: string]: V };
type Awaited<T> = T;
declare module "react" {
  interface Component<P = any, S = any> { props: P; state: S; setState(state: any, then?: () => void): void; forceUpdate(then?: () => void): void }
  interface FunctionComponent<P = any> { (props: P): any; displayName: string }
  interface RefObject<T> { current: T }
  interface MutableRefObject<T> { current: T }
  interface Context<T> { Provider: FunctionComponent<{ value: T; children: any }>; Consumer: FunctionComponent<{ children: (value: T) => any }>; displayName: string }
  type FC<P = any> = FunctionComponent<P>;
  type VFC<P = any> = FunctionComponent<P>;
  type PropsWithChildren<P = any> = P & { children: any };
  type Dispatch<A> = (value: A) => void;
  type SetStateAction<S> = S | ((before: S) => S);
  function useState<S>(initial: S | (() => S)): [S, Dispatch<SetStateAction<S>>];
  function useRef<T>(initial?: T): RefObject<T>;
  function useMemo<T>(fn: () => T, on?: any[]): T;
  function useCallback<T>(fn: T, on: any[]): T;
  function useContext<T>(context: Context<T>): T;
  function createContext<T>(initial: T): Context<T>;
  function useReducer<S, A>(fn: (state: S, action: A) => S, initial: S, ...rest: any[]): [S, Dispatch<A>];
  function createRef<T>(): RefObject<T>;
  function memo<T>(component: T, ...rest: any[]): T;
  function lazy<T>(load: () => Promise<{ default: T }>): T;
}
