/** The part of WebAssembly that the sandbox touches; the Node types leave it out and the DOM types are not for this side. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number })
    readonly buffer: ArrayBuffer
    /** Answers how many pages there were before. */
    grow(pages: number): number
  }
  class Global {
    value: number
  }
  interface Module {
    readonly [Symbol.toStringTag]: 'WebAssembly.Module'
  }
  const Module: new (bytes: Uint8Array) => Module
  type Imports = Record<string, Record<string, unknown>>
  type Exports = Record<string, unknown>
  class Instance {
    constructor(module: Module, imports: Imports)
    readonly exports: Exports
  }
  let instantiate: (bytes: Uint8Array, imports: Imports) => Promise<{ instance: Instance; module: Module }>
}
