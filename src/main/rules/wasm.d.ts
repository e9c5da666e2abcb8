/** The part of WebAssembly that the sandbox touches; the Node types leave it out and the DOM types are not for this side. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number })
    readonly buffer: ArrayBuffer
  }
}
