import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create } from 'fontkit'
import { expect, it } from 'vitest'
import { literata, UNKNOWN } from './typeface'

const WINDOW_FONTS = join(import.meta.dirname, '../../../../node_modules/@fontsource-variable/literata/files')

it.each([
  ['upright', 'normal'],
  ['italic', 'italic']
] as const)('has every character %s that the window shows in Literata, and a box for the rest', (style, suffix) => {
  const { has } = literata()[style]
  const files = readdirSync(WINDOW_FONTS).filter((name) => name.endsWith(`-wght-${suffix}.woff2`))
  // Character tables end with 0xFFFF, which is not a character.
  const shown = files.flatMap((name) => create(readFileSync(join(WINDOW_FONTS, name))).characterSet.filter((codePoint) => codePoint !== 0xffff))
  expect(shown.length).toBeGreaterThan(1000)
  expect(shown.filter((codePoint) => !has(codePoint))).toEqual([])
  expect(Array.from(`aßőЖЁΩἀặ—“${UNKNOWN}日🐉`, (sign) => has(sign.codePointAt(0) ?? 0))).toEqual([...Array(11).fill(true), false, false])
})
