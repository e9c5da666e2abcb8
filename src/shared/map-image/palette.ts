import type { Colour } from './shape'

/** The two themes of a map image. */
export type Theme = 'dark' | 'light'

/** The colours of map images: those of `renderer/ui/tokens.css`, which can't be read without a window; a test compares them. */
export const PALETTE: Readonly<Record<Theme, Readonly<Record<Colour, string>>>> = {
  dark: {
    wings: '#14110f',
    stage: '#1c1815',
    raised: '#26201b',
    hover: '#2f2822',
    line: '#352d26',
    ground: '#1a1613',
    'line-strong': '#52473c',
    ink: '#efe8dd',
    'ink-2': '#bfb4a5',
    'ink-3': '#9c9184',
    live: '#f0b84a',
    'token-ink': '#14110f',
    past: '#85b7ee',
    good: '#7ccb93',
    bad: '#f2907e',
    'heat-3': '#bf8428',
    'hue-1': '#55dccb',
    'hue-2': '#dd62b2',
    'hue-3': '#ece05a',
    'hue-4': '#857ff6',
    'hue-5': '#f0dfc6',
    'hue-6': '#7cbdf5',
    'hue-7': '#97982a',
    'hue-8': '#d69388',
    'hue-foe': '#f08a7c',
    'hue-npc': '#aca294',
    'hue-dm': '#bfb4a5',
    'hue-designer': '#9c9184'
  },
  light: {
    wings: '#ece6dc',
    stage: '#faf7f1',
    raised: '#ffffff',
    hover: '#efe8dc',
    line: '#ddd4c6',
    ground: '#f3eee5',
    'line-strong': '#b9ab97',
    ink: '#241e18',
    'ink-2': '#53493e',
    'ink-3': '#675c50',
    live: '#8a5700',
    'token-ink': '#fffdf8',
    past: '#1b5a96',
    good: '#1f6a3a',
    bad: '#a8321f',
    'heat-3': '#93600c',
    'hue-1': '#00746b',
    'hue-2': '#86105f',
    'hue-3': '#6e5c00',
    'hue-4': '#4f49d6',
    'hue-5': '#4f3a2a',
    'hue-6': '#1565a0',
    'hue-7': '#124708',
    'hue-8': '#a8404a',
    'hue-foe': '#a8321f',
    'hue-npc': '#675c50',
    'hue-dm': '#53493e',
    'hue-designer': '#675c50'
  }
}

/** The colours of a theme, as the writers of images need them. */
export const coloursOf =
  (theme: Theme) =>
  (colour: Colour): string =>
    PALETTE[theme][colour]

const variables = (theme: Theme): string =>
  `:root { ${Object.entries(PALETTE[theme])
    .map(([name, value]) => `--${name}: ${value};`)
    .join(' ')} }`

/** The style of a page that gives every colour a variable of its name, by the reader's theme; on paper the light one. */
export const COLOUR_STYLE = `${variables('light')}
@media screen and (prefers-color-scheme: dark) {
${variables('dark')}
}`

/** Fonts by face, each with fallbacks that every system has. */
export const FACES = {
  serif: "Literata, 'Literata Variable', Georgia, 'DejaVu Serif', serif",
  sans: "Inter, 'Inter Variable', system-ui, 'Helvetica Neue', Arial, sans-serif"
} as const
