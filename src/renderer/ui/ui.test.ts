import { describe, expect, test } from 'vitest'
import { keysOf, shortcutOf } from './commands'
import { beatName } from './names'
import { hueOf, huesOf } from '../../shared/story/hues'

// The renderer has no Node types, and the test runner empties imported style sheets, so the module's name is in a variable.
const NODE_FS = 'node:fs'
const fs = (await import(/* @vite-ignore */ NODE_FS)) as { readFileSync(path: URL, encoding: 'utf8'): string }
const css = fs.readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

/** The tokens of a theme by name, hexadecimal colours only. */
function tokensOf(theme: string): Record<string, string> {
  const block = new RegExp(`data-theme='${theme}'\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? ''
  return Object.fromEntries(Array.from(block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), (match) => [match[1] ?? '', match[2] ?? '']))
}
const linear = (hex: string): number[] =>
  [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
const dot = (row: readonly number[], rgb: readonly number[]): number => row.reduce((sum, factor, i) => sum + factor * (rgb[i] ?? 0), 0)
const luminance = (hex: string): number => dot([0.2126, 0.7152, 0.0722], linear(hex))

/** Contrast of two colours after WCAG 2, 1 to 21. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

// The appearance of colours without red or green cones, after Machado, Oliveira and Fernandes (2009), full severity.
const EYES = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1]
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881]
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998]
  ]
}
/** The distance of two colours in OKLab for such eyes; below 0.02 they are hard to distinguish. */
function distance(a: string, b: string, eyes: keyof typeof EYES): number {
  const lab = (hex: string): number[] => {
    const rgb = EYES[eyes].map((row) => Math.max(0, Math.min(1, dot(row, linear(hex)))))
    const cones = [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005]
    ]
    const lms = cones.map((row) => Math.cbrt(dot(row, rgb)))
    return [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766]
    ].map((row) => dot(row, lms))
  }
  const [one, other] = [lab(a), lab(b)]
  return Math.hypot(...one.map((value, i) => value - (other[i] ?? 0)))
}

describe.each(['dark', 'light'])('the %s theme', (theme) => {
  const tokens = tokensOf(theme)
  const colour = (name: string): string => tokens[name] ?? '#000000'
  const text = ['ink', 'ink-2', 'ink-3', 'live', 'past', 'good', 'bad', ...Object.keys(tokens).filter((name) => name.startsWith('hue-'))]

  test('keeps 4.5:1 for every colour of text on every ground', () => {
    const faint = ['wings', 'stage', 'raised', 'hover'].flatMap((ground) =>
      text
        .filter((name) => contrast(colour(name), colour(ground)) < 4.5 && !(ground === 'hover' && name.startsWith('hue-')))
        .map((name) => `${name} on ${ground}`)
    )
    expect(faint).toEqual([])
  })
  test('keeps 4.5:1 on coloured buttons, bars and marks', () => {
    const pairs = [
      ['live-ink', 'live'],
      ['past-ink', 'past'],
      ['ink', 'live-wash'],
      ['ink', 'past-wash'],
      ['live', 'live-wash'],
      ['bad', 'bad-wash'],
      ...Array.from({ length: 8 }, (_, i) => ['token-ink', `hue-${i + 1}`])
    ]
    expect(pairs.filter(([a = '', b = '']) => contrast(colour(a), colour(b)) < 4.5)).toEqual([])
  })
  test.each(['all', 'deutan', 'protan'] as const)('has eight hues that %s eyes can tell apart', (eyes) => {
    const hues = Array.from({ length: 8 }, (_, i) => colour(`hue-${i + 1}`))
    const near = hues.flatMap((a, i) =>
      hues
        .slice(i + 1)
        .filter((b) => distance(a, b, eyes) < 0.03)
        .map((b) => `${a} ${b}`)
    )
    expect(near).toEqual([])
  })
  test('has every token of the other theme', () => {
    expect(Object.keys(tokens).toSorted()).toEqual(Object.keys(tokensOf(theme === 'dark' ? 'light' : 'dark')).toSorted())
  })
})

describe('hues', () => {
  const actor = (kind: 'player' | 'npc', attitude?: 'hostile' | 'wary') => ({
    kind,
    name: 'x',
    location: 'y',
    stats: {},
    max: {},
    conditions: {},
    inventory: {},
    tags: {},
    ...(attitude ? { attitude } : {})
  })
  const actors = { Gant: actor('npc', 'wary'), Pym: actor('player'), Scuttle: actor('npc', 'hostile'), Wren: actor('player') }
  test('go to players first, then to others; who is hostile is a foe', () => {
    expect(huesOf(actors)).toEqual({ Pym: '1', Wren: '2', Gant: '3', Scuttle: 'foe' })
  })
  test('the DM, the designer and strangers have their own', () => {
    expect(['DM', 'system', 'designer', 'Nobody'].map((who) => hueOf(actors, who))).toEqual(['dm', 'dm', 'designer', 'npc'])
  })
})

describe('shortcuts', () => {
  const press = (key: string, more: Partial<KeyboardEventInit> = {}) =>
    shortcutOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })
  test('are read from keys', () => {
    expect([
      press(' '),
      press('ArrowLeft', { shiftKey: true }),
      press('K', { ctrlKey: true }),
      press('?', { shiftKey: true }),
      press('+', { shiftKey: true }),
      press('Escape')
    ]).toEqual(['space', 'shift+left', 'mod+k', '?', '+', 'esc'])
  })
  test('are printed key by key', () => {
    expect([keysOf('shift+left'), keysOf('+'), keysOf('mod+k')]).toEqual([['Shift', '←'], ['+'], ['Ctrl', 'K']])
  })
})

test('a beat is named by its number, and a commit of another program by what it is', () => {
  expect([0, 12, -1].map(beatName)).toEqual(['Beat 0', 'Beat 12', 'External commit'])
})
