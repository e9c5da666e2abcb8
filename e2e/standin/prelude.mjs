// Runs in the page before its own scripts and gives the preload its `electron`. As contextBridge does, it copies data and wraps functions in both
// directions; it does not isolate the preload's globals. It is sent to the page as text, so it may use nothing from outside.

/** @param preload the bundle of the preload script, wrapped in a function */
export function prelude(preload) {
  const listeners = {}
  const binding = globalThis.standin
  const ipcRenderer = {
    on(channel, listener) {
      ;(listeners[channel] ??= []).push(listener)
      return ipcRenderer
    },
    // Values that can't be cloned must fail here as they do in Electron.
    send: (channel, ...args) => void binding('send', channel, structuredClone(args))
  }
  const bridged = (value, seen = new Map()) => {
    if (typeof value === 'function') return (...args) => bridged(value(...args.map((each) => bridged(each))))
    if (value instanceof Promise) return value.then((settled) => bridged(settled))
    if (typeof value === 'symbol') throw new Error('An object could not be cloned.')
    if (value === null || typeof value !== 'object') return value
    if (seen.has(value)) return seen.get(value)
    const proto = Object.getPrototypeOf(value)
    if (!Array.isArray(value) && proto !== Object.prototype && proto !== null) return structuredClone(value)
    const copy = Array.isArray(value) ? [] : {}
    seen.set(value, copy)
    for (const key of Object.keys(value)) copy[key] = bridged(value[key], seen)
    return Object.freeze(copy)
  }
  const contextBridge = {
    exposeInMainWorld: (name, value) => Object.defineProperty(globalThis, name, { value: bridged(value), enumerable: true })
  }
  const emit = (channel, args) => {
    for (const listener of listeners[channel] ?? []) listener({ sender: ipcRenderer }, ...args)
  }
  Object.defineProperty(globalThis, 'standinEmit', { value: emit })
  delete globalThis.standin
  globalThis.open = (url) => {
    void binding('open', new URL(url, location.href).href)
    return null
  }
  const require = (name) => {
    if (name === 'electron') return { contextBridge, ipcRenderer }
    throw new Error(`module not found: ${name} (sandboxed preload)`)
  }
  const module = { exports: {} }
  preload(require, module, module.exports)
}
