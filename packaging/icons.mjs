// Draws the app's icons from src/renderer/icon.svg in a Chromium: one PNG for each size, and those packed for Windows and macOS.
// Run `npm run package -- --icons` after a change of the drawing. The results are kept in icons/.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '../scripts/chromium.mjs'

const DRAWING = join(import.meta.dirname, '../src/renderer/icon.svg')
const FOLDER = join(import.meta.dirname, 'icons')
const SIZES = [16, 32, 48, 64, 128, 256, 512, 1024]

/** Types of the images in an .icns file by size in pixels; those for doubled pixels hold the same image. */
const APPLE_TYPES = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['icp6', 'ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10']
}

/** An .ico file of PNGs by size. A size of 256 is written as 0. */
export function ico(images) {
  const header = Buffer.alloc(6 + 16 * images.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(images.length, 4)
  let offset = header.length
  for (const [n, [size, png]] of images.entries()) {
    const at = 6 + 16 * n
    header.writeUInt8(size % 256, at)
    header.writeUInt8(size % 256, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(png.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...images.map(([, png]) => png)])
}

/** An .icns file of PNGs by size. */
export function icns(images) {
  const block = (type, content) => {
    const head = Buffer.alloc(8, type, 'latin1')
    head.writeUInt32BE(8 + content.length, 4)
    return Buffer.concat([head, content])
  }
  return block('icns', Buffer.concat(images.flatMap(([size, png]) => (APPLE_TYPES[size] ?? []).map((type) => block(type, png)))))
}

export async function drawIcons() {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const drawing = readFileSync(DRAWING, 'utf8')
    const page = await browser.newPage()
    /** @type {[number, Buffer][]} */
    const images = []
    for (const size of SIZES) {
      await page.setViewportSize({ width: size, height: size })
      await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${drawing}`)
      images.push([size, await page.screenshot({ omitBackground: true })])
    }
    mkdirSync(FOLDER, { recursive: true })
    for (const [size, png] of images) writeFileSync(join(FOLDER, `${size}x${size}.png`), png)
    writeFileSync(join(FOLDER, 'icon.ico'), ico(images.filter(([size]) => size <= 256)))
    writeFileSync(join(FOLDER, 'icon.icns'), icns(images))
  } finally {
    await browser.close()
  }
}
