import { describe, expect, it } from 'vitest'
import { transcriptOf } from './document'
import { htmlOf } from './html'
import { markdownOf } from './markdown'
import { entry, HOSTILE, still, source } from './source.fixture'

const empty = transcriptOf(source({ scenes: [] }))
const hostile = transcriptOf(
  source({
    title: HOSTILE.join(' '),
    premise: HOSTILE.join('\n'),
    scenes: HOSTILE.flatMap((text, i) => [
      {
        session: i + 1,
        number: 1,
        title: text.replace(/\n/g, ' '),
        place: text.replace(/\n/g, ' '),
        opened: 0,
        entries: (['narration', 'speech', 'system', 'scene'] as const).map((kind) => entry(3, kind, text, text)),
        private: { [text]: [{ beat: 4, by: text, text }] },
        summary: text
      }
    ]),
    sessions: new Map(HOSTILE.map((text, i) => [i + 1, { still: still(text), title: text }]))
  })
)

/** A scene that opens with a picture and shows another one after its first entry. */
const [first] = source().scenes
const pictured = source({
  scenes: first
    ? [
        {
          ...first,
          pictures: [
            { beat: 2, src: 'data:image/jpeg;base64,AAAA', alt: 'The "quay" at dusk' },
            { beat: 3, src: 'data:image/png;base64,BBBB', alt: '' }
          ]
        }
      ]
    : [],
  portraits: new Map([['Wren', 'data:image/png;base64,CCCC']])
})

/** Names of a page's elements, in order, as a browser without entities would see them. */
const elements = (page: string): string[] => [...page.matchAll(/<\/?([a-z][a-z0-9]*)[^<>]*>/g)].map(([, name = '']) => name)

describe('Markdown', () => {
  it('has a heading for each session and scene', () => {
    const text = markdownOf(transcriptOf(source()))
    expect(text.match(/^#+ .*$/gm)).toEqual([
      '# The Well',
      '## Session 1: The Counting',
      '### Scene 1: The Counting',
      '#### The scene in short',
      '##### Key events',
      '#### Session 1 in short',
      '## Session 2',
      '### Scene 1: Nought'
    ])
    expect(text).toContain(
      '\n\nIt stinks of pennies.\n\nNobody drinks.\n\n**Wren Tallow**: Let me.\n\n> *DM to Wren Tallow, privately*: You hear him.\n\n'
    )
    expect(text).toContain('> Wren climbs down.\n> \n> - Wren Tallow: STR save 12, needs 10 or less, failure\n')
    expect(text).toContain('- Wren climbed down.\n- It stank.\n')
  })

  it('escapes every text', () => {
    const text = markdownOf(hostile)
    const known = /^(Session \d: .*|Scene 1: .*|The scene in short|not a heading)$/
    expect([...text.matchAll(/^#+ (.*)$/gm)].slice(1).filter(([, title = '']) => !known.test(title))).toEqual([])
    expect(text).not.toMatch(/(?<!\\)[<`[\]]/)
    expect(text.match(/^(> )?(===|---|1[.]|[|] a).*$/gm)).toBeNull()
    expect(text).toContain('日本 🐉 ö ł “quoted” —')
  })

  it('names pictures in the text and holds them at its end; a portrait stands above the first line that its character says', () => {
    const text = markdownOf(transcriptOf(pictured))
    expect(text).toContain('![The "quay" at dusk][picture-1]\n\nIt stinks of pennies.\n\nNobody drinks.\n\n![][picture-2]\n\n')
    expect(text).toContain('\n\n![Wren Tallow][picture-3]\n\n**Wren Tallow**: Let me.\n\n')
    expect(text.split('\n\n').at(-1)?.trimStart()).toBe(
      '[picture-1]: data:image/jpeg;base64,AAAA\n[picture-2]: data:image/png;base64,BBBB\n[picture-3]: data:image/png;base64,CCCC\n'
    )
  })

  it('says that the span has no entries', () => {
    expect(markdownOf(empty)).toMatch(/These beats hold no narration\.\n$/)
  })
})

describe('a page', () => {
  it('is whole, needs nothing, and has its headings in order', () => {
    const page = htmlOf(transcriptOf(source()))
    expect([...page.matchAll(/<(h\d)>(.*?)<\/\1>/g)].map(([, level, text]) => `${level} ${text}`)).toEqual([
      'h1 The Well',
      'h2 Session 1: The Counting',
      'h3 Scene 1: The Counting',
      'h4 The scene in short',
      'h5 Key events',
      'h4 Session 1 in short',
      'h2 Session 2',
      'h3 Scene 1: Nought'
    ])
    expect(page).toContain('<p class="told">It stinks of pennies.</p>\n<p class="told on">Nobody drinks.</p>')
    expect(page).toContain('<b class="hue-1"><bdi>Wren Tallow</bdi></b> Let me.')
    expect(page).toContain('<ul>\n<li>Wren climbed down.</li>\n<li>It stank.</li>\n</ul>')
    expect(page).toContain('<figcaption>The map of Underclint at the end of session 1: the party is at Throat Yard.</figcaption>')
    expect(page.replaceAll('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/<script|<link|<img|https?:|url\(|@import/)
  })

  it('shows the portrait of who speaks, held once, and an initial for those without one', () => {
    const [scene] = source().scenes
    const said = [entry(3, 'speech', 'Wren', 'Let me.'), entry(4, 'speech', 'Wren', 'No, me.'), entry(5, 'speech', '"Ada', 'Go on.')]
    const told = source({ scenes: scene ? [{ ...scene, entries: said }] : [], portraits: new Map([['Wren', 'data:image/webp;base64,AAAA']]) })
    const page = htmlOf(transcriptOf(told))
    expect(page).toContain("style-src 'unsafe-inline'; img-src data:\">")
    expect(page.match(/data:image/g)).toHaveLength(1)
    expect(page.match(/<span class="face face-0 hue-1" role="img" aria-label="Wren Tallow"><\/span> <b/g)).toHaveLength(2)
    expect(page).toContain('<span class="face hue-npc" aria-hidden="true">"</span> <b')
    expect(htmlOf(transcriptOf(source()))).not.toMatch(/class="face|img-src/)
  })

  it('shows a picture where its scene has it, and passes over a decorative one', () => {
    const page = htmlOf(transcriptOf(pictured))
    expect(page).toContain("style-src 'unsafe-inline'; img-src data:\">")
    expect(page).toContain(
      '<figure class="picture"><img src="data:image/jpeg;base64,AAAA" alt="The &quot;quay&quot; at dusk"></figure>\n<p class="told">'
    )
    expect(page).toContain('<p class="told on">Nobody drinks.</p>\n<figure class="picture"><img src="data:image/png;base64,BBBB" alt=""></figure>')
  })

  it('escapes all markup', () => {
    const page = htmlOf(hostile)
    const known = new Set(
      'html head meta title style body main header h1 h2 h3 h4 h5 p br b i bdi ul li aside figure figcaption svg rect path polygon text'.split(' ')
    )
    expect(elements(page).filter((name) => !known.has(name))).toEqual([])
    expect(page).not.toMatch(/<[^>]*\son\w+=/)
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    // oxlint-disable-next-line no-control-regex -- these must be gone
    expect(page).not.toMatch(/[\u0000-\u0009\u000B-\u001F]/)
    expect(page).toContain('日本 🐉 ö ł “quoted” —')
  })

  it('says that the span has no entries', () => {
    expect(htmlOf(empty)).toContain('These beats hold no narration.')
  })
})

it('contains ten thousand lines, each once', () => {
  const scenes = Array.from({ length: 50 }, (_, i) => ({
    session: 1 + Math.floor(i / 10),
    number: 1 + (i % 10),
    title: `Scene of ${i}`,
    opened: 200 * i,
    entries: Array.from({ length: 200 }, (_, k) => entry(200 * i + k, 'narration', 'DM', `Line ${i}.${k} is told.`)),
    private: {}
  }))
  const transcript = transcriptOf(source({ scenes, to: 10_000, sessions: new Map() }))
  const page = htmlOf(transcript)
  expect(page.match(/<p class="told">/g)?.length).toBe(10_000)
  expect([page.match(/<h2>/g)?.length, page.match(/<h3>/g)?.length]).toEqual([5, 50])
  expect(markdownOf(transcript).match(/^Line \d+\.\d+ is told\.$/gm)?.length).toBe(10_000)
})
