import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { icns, ico } from '../packaging/icons.mjs'
import { packedFiles } from '../packaging/contents.mjs'

const root = join(import.meta.dirname, '..')

test('a package has the code, the rules and the samples, and nothing for developers', () => {
  const { archive, beside } = packedFiles()
  const all = [...archive, ...beside]
  expect(all).toEqual(
    expect.arrayContaining([
      'out/main/index.js',
      'out/main/core.js',
      'out/main/prebuilt/interpreter.wasm',
      'out/preload/index.cjs',
      'out/renderer/index.html',
      'out/page-player.json',
      'out/licences.txt',
      'rules/cairn-hack/manifest.yaml',
      'rules/proscenium.d.ts',
      'rules/schema/action.json',
      'resources/blank/ABOUT.md',
      'resources/the-well/ABOUT.md',
      'resources/the-well/.gitignore'
    ])
  )
  expect(all.filter((file) => /\.(?:map|test\.\w+|spec\.\w+|fixture\.\w+)$|tsconfig|DECISIONS|node_modules/.test(file))).toEqual([])
  // Only Electron reads the archive; other programs and copies of folders need real files.
  expect(archive.filter((file) => !file.startsWith('out/'))).toEqual([])
})

test('the licences name every package in the bundles, among them those of fonts, words and workers, with their texts', async () => {
  const text = await readFile(join(root, 'out/licences.txt'), 'utf8')
  const packages = [...text.matchAll(/^(\S+) \d[\w.+-]*: (.+?)(?:, source code at (https:\/\/\S+))?$/gm)].map(([, name, licence, source]) => ({
    name,
    licence,
    source
  }))
  for (const name of ['react', 'elkjs', 'monaco-editor', '@fontsource-variable/inter', 'dictionary-en-gb', 'nspell', 'unpdf', 'isomorphic-git'])
    expect(packages.map((one) => one.name)).toContain(name)
  const known = /^\(?(?:MIT|ISC|Apache-2\.0|BSD(?:-[23]-Clause)?|0BSD|Zlib|Unlicense|OFL-1\.1|EPL-2\.0)\)?(?: (?:AND|OR) [\w.-]+\)?)*$/
  expect(packages.filter(({ licence = '' }) => !known.test(licence))).toEqual([])
  expect(packages.find(({ name }) => name === 'elkjs')).toMatchObject({
    licence: expect.stringContaining('EPL-2.0'),
    source: 'https://github.com/kieler/elkjs'
  })
  expect(text).toContain('Eclipse Public License - v 2.0')
  expect(text).toContain('SIL OPEN FONT LICENSE')
})

test('the icons for Windows and macOS are packed from the PNGs that lie beside them', async () => {
  const icon = (name: string): Promise<Buffer> => readFile(join(root, 'packaging/icons', name))
  const images: [number, Buffer][] = await Promise.all(
    [16, 32, 48, 64, 128, 256, 512, 1024].map(async (size): Promise<[number, Buffer]> => [size, await icon(`${size}x${size}.png`)])
  )
  // The size in a PNG's header.
  expect(images.map(([, png]) => png.readUInt32BE(16))).toEqual(images.map(([size]) => size))
  expect(Buffer.compare(ico(images.filter(([size]) => size <= 256)), await icon('icon.ico'))).toBe(0)
  expect(Buffer.compare(icns(images), await icon('icon.icns'))).toBe(0)
})
