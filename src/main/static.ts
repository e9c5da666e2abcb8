import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

/** What the page may load. React Flow, the panels and the editor set style attributes at run time, hence style-src 'unsafe-inline'. */
const csp = (connect: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join('; ')

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.wasm': 'application/wasm'
}

export interface StaticFile {
  body: Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

/** A file of the built renderer with its headers; undefined if there is none. `path`: still encoded. Never reads anything above `root`. */
export async function readStatic(root: string, path: string, connect: string): Promise<StaticFile | undefined> {
  try {
    const file = join(root, decodeURIComponent(path === '/' ? '/index.html' : path))
    if (!file.startsWith(root + sep)) return undefined
    const named = /\/assets\/[^/]+-[\w-]{8}\.\w+$/.test(path)
    return {
      body: new Uint8Array(await readFile(file)),
      headers: {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': csp(connect),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        // The names of assets contain a hash of their content.
        'cache-control': named ? 'public, max-age=31536000, immutable' : 'no-store'
      }
    }
  } catch {
    // It is missing, a folder, or an address that doesn't decode.
    return undefined
  }
}
