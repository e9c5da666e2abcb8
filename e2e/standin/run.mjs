// node e2e/standin/run.mjs out/main/index.js : runs a built Electron main process under Node.
import Module, { register } from 'node:module'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const standin = new URL('./electron.mjs', import.meta.url).href
register(
  'data:text/javascript,' +
    encodeURIComponent(`export const resolve = (name, context, next) =>
      name === 'electron' || name === 'electron/main' ? { url: ${JSON.stringify(standin)}, shortCircuit: true } : next(name, context)`)
)
// As Electron's own: the program, then the app's folder unless it is packaged, then what the start asks for.
const [node, , entry, ...asked] = process.argv
const code = resolve(entry, '../../..')
if (code.endsWith('app.asar')) process.resourcesPath = dirname(code)
process.argv = process.resourcesPath ? [node, ...asked] : [node, code, ...asked]
const { default: electron } = await import(standin)
const { app } = electron
// Packages in the bundle require it.
// oxlint-disable-next-line no-underscore-dangle -- Node's own name for what require calls
const { _load: load } = Module
Object.assign(Module, { _load: (name, ...rest) => (name === 'electron' ? electron : load(name, ...rest)) })
const hung = setTimeout(() => {
  console.error('The entry module of the main process is still evaluating after 10 s: a top-level await on app.whenReady() hangs Electron.')
  process.exit(1)
}, 10_000)
await import(pathToFileURL(resolve(entry)).href)
clearTimeout(hung)
// On macOS, a link that starts the app comes before it is ready.
if (process.env.STANDIN_LINK) app.emit('open-url', { preventDefault() {} }, process.env.STANDIN_LINK)
app.evaluated()
