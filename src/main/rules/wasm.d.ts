/** The part of WebAssembly that the sandbox uses. Node's types leave it out, and the DOM's types are not available here. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number })
    readonly buffer: ArrayBuffer
    /** Returns the previous number of pages. */
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
