import { describe, expect, it } from 'vitest'

// The renderer has no Node types, and the test runner empties imported style sheets, so the module's name is in a variable.
const NODE_FS = 'node:fs'
interface Files {
  readdirSync(path: URL, options: { recursive: true }): string[]
  readFileSync(path: URL, encoding: 'utf8'): string
}
const fs = (await import(/* @vite-ignore */ NODE_FS)) as Files
const css = fs.readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

type Tokens = Readonly<Record<string, string>>

/** The tokens of a theme by name, hexadecimal colours only. */
function tokensOf(theme: string): Tokens {
  const block = new RegExp(`data-theme='${theme}'\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? ''
  return Object.fromEntries(Array.from(block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g), (match) => [match[1] ?? '', match[2] ?? '']))
}
const rgbOf = (hex: string): number[] => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
const linear = (rgb: readonly number[]): number[] => rgb.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
const dot = (row: readonly number[], rgb: readonly number[]): number => row.reduce((sum, factor, i) => sum + factor * (rgb[i] ?? 0), 0)
const luminance = (rgb: readonly number[]): number => dot([0.2126, 0.7152, 0.0722], linear(rgb))

/** Contrast of two colours after WCAG 2, 1 to 21. */
function contrast(a: readonly number[], b: readonly number[]): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

/** A rule of a style sheet that sets a colour of text, a background, or both. */
interface Rule {
  where: string
  color?: string
  background?: string
}

const FOLDER = new URL('../', import.meta.url)

/** These rules of every style sheet of the window. */
const rules: readonly Rule[] = fs
  .readdirSync(FOLDER, { recursive: true })
  .filter((file) => file.endsWith('.css'))
  .flatMap((file) =>
    Array.from(
      fs
        .readFileSync(new URL(file, FOLDER), 'utf8')
        .replace(/\/\*[^]*?\*\//g, '')
        .matchAll(/([^{}]+)\{([^{}]*)\}/g),
      ([, selector = '', body = '']) => {
        const value = (name: string): string | undefined => new RegExp(`(?:^|[;\\s])${name}: ([^;]+)`).exec(body)?.[1]
        const [color, background] = [value('color'), value('background')]
        return { where: `${file} ${selector.trim().replace(/\s+/g, ' ')}`, ...(color && { color }), ...(background && { background }) }
      }
    )
  )
  .filter(({ color, background }) => color ?? background)

/** The grounds of the window, which any text may be on. */
const GROUNDS = ['wings', 'stage', 'raised', 'hover']

/** The tokens with those that depend on an element: the time that is shown, somebody's hue, and the heat of a place. */
function settings(tokens: Tokens): Tokens[] {
  const named = (prefix: string): string[] => Object.keys(tokens).flatMap((name) => (name.startsWith(prefix) ? [tokens[name] ?? ''] : []))
  const heats = named('heat-')
  return ['live', 'past'].flatMap((time) =>
    named('hue-').map((hue, i) => ({
      ...tokens,
      accent: tokens[time] ?? '',
      'accent-ink': tokens[`${time}-ink`] ?? '',
      'accent-wash': tokens[`${time}-wash`] ?? '',
      hue,
      heat: heats[i % heats.length] ?? ''
    }))
  )
}

/** A CSS colour over a ground: a token, or a mix of a token with another or with nothing. Undefined for anything else. */
function colourOf(css: string, tokens: Tokens, ground: readonly number[]): readonly number[] | undefined {
  const token = (text: string): number[] | undefined => {
    const hex = tokens[/^var\(--([\w-]+)\)$/.exec(text)?.[1] ?? '']
    return hex === undefined ? undefined : rgbOf(hex)
  }
  // A factor from 0 to 1 is taken as 1, the strongest mix.
  const mix = css.replace(/calc\(var\(--heat\) \* (\d+%)\)/, '$1')
  const [, first, percent, second = ''] = /^color-mix\(in srgb, (var\([^)]*\)) (\d+)%, (.*)\)$/.exec(mix) ?? []
  if (first === undefined) return token(css)
  const [over, under] = [token(first), second === 'transparent' ? ground : token(second)]
  const part = Number(percent) / 100
  return over && under && over.map((c, i) => c * part + (under[i] ?? 0) * (1 - part))
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
    const rgb = EYES[eyes].map((row) => Math.max(0, Math.min(1, dot(row, linear(rgbOf(hex))))))
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

/** Rules whose text may be faint: of disabled controls, and a bar without text. */
const MAY_BE_FAINT = /:disabled|^ui\/base\.css progress$/
/** Colours that only marks have, or only text on the accent. */
const NEVER_ON_A_GROUND = ['var(--line-strong)', 'var(--tone)', 'inherit', 'var(--accent-ink)']

describe.each(['dark', 'light'])('the %s theme', (theme) => {
  const tokens = tokensOf(theme)
  const grounds = GROUNDS.map((name) => ({ name, rgb: rgbOf(tokens[name] ?? '') }))
  /** The texts that have less than 4.5:1 on a background, over any ground, at any time and in any hue. */
  const faint = (colors: readonly string[], background: string): string[] => [
    ...new Set(
      settings(tokens).flatMap((own) =>
        grounds.flatMap(({ name, rgb }) => {
          const under = colourOf(background, own, rgb)
          return colors.flatMap((color) => {
            const text = colourOf(color, own, rgb)
            return text && under && contrast(text, under) >= 4.5 ? [] : [`${color} on ${background} over ${name}`]
          })
        })
      )
    )
  ]

  it('keeps 4.5:1 for every colour of text on every ground', () => {
    const alone = [...new Set(rules.flatMap(({ color, background }) => (color && !background && !NEVER_ON_A_GROUND.includes(color) ? [color] : [])))]
    expect(alone.length).toBeGreaterThan(8)
    // Names in their hue aren't in rows that react to the pointer.
    const onHover = alone.filter((color) => color !== 'var(--hue)')
    expect(GROUNDS.flatMap((ground) => faint(ground === 'hover' ? onHover : alone, `var(--${ground})`))).toEqual([])
  })

  it('keeps 4.5:1 where a rule sets both text and background', () => {
    const both = rules.filter(
      ({ where, color, background }) => color?.startsWith('var(') && background && background !== 'none' && !MAY_BE_FAINT.test(where)
    )
    expect(both.length).toBeGreaterThan(25)
    expect(both.flatMap(({ where, color = '', background = '' }) => faint([color], background).map((one) => `${where}: ${one}`))).toEqual([])
  })

  it('keeps 4.5:1 for the three inks on every wash, and for the first one on every mixed background', () => {
    const backgrounds = [...new Set(rules.flatMap(({ background }) => (background ? [background] : [])))]
    const [washes, mixed] = [/-wash\)$/, /^color-mix\((?!.*--who)/].map((kind) => backgrounds.filter((one) => kind.test(one)))
    expect([washes?.length, mixed?.length]).toEqual([4, expect.any(Number)])
    expect(washes?.flatMap((wash) => faint(['var(--ink)', 'var(--ink-2)', 'var(--ink-3)'], wash))).toEqual([])
    expect(mixed?.flatMap((mix) => faint(['var(--ink)'], mix))).toEqual([])
  })

  it.each(['all', 'deutan', 'protan'] as const)('has eight hues that %s eyes can tell apart', (eyes) => {
    const hues = Array.from({ length: 8 }, (_, i) => tokens[`hue-${i + 1}`] ?? '')
    const near = hues.flatMap((a, i) =>
      hues
        .slice(i + 1)
        .filter((b) => distance(a, b, eyes) < 0.03)
        .map((b) => `${a} ${b}`)
    )
    expect(near).toEqual([])
  })

  it('has every token of the other theme', () => {
    expect(Object.keys(tokens).toSorted()).toEqual(Object.keys(tokensOf(theme === 'dark' ? 'light' : 'dark')).toSorted())
  })
})
