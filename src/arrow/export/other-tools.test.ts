import { Compiler, CompilerOptions } from 'inkjs/full'
import { describe, expect, it } from 'vitest'
import { documentOf, DOCUMENTS } from '../documents.fixture'
import type { ArrowDocument } from '../document'
import { documentOf as made } from '../made.fixture'
import { inkOf } from './ink'
import { nasty } from './nasty.fixture'
import { lines, playedAlong, type OtherStory } from './other-tools.fixture'
import type { StoryExport } from './story'
import { SugarCube } from './sugarcube.fixture'
import { tweeOf } from './twee'

type Pick = (step: number, of: number) => number

/** Ink's own compiler and player. Throws their messages. */
function inInk({ text }: StoryExport): OtherStory {
  const faults: string[] = []
  const compiler = new Compiler(text, new CompilerOptions(null, [], false, (message) => faults.push(message), null))
  const story = ((): ReturnType<typeof compiler.Compile> | undefined => {
    try {
      return compiler.Compile()
    } catch {
      return undefined
    }
  })()
  expect(faults.filter((one) => !one.startsWith('WARNING'))).toEqual([])
  if (!story) throw new Error('Ink compiled nothing')
  story.onError = (message: string) => {
    throw new Error(message)
  }
  const read = (): string[] => lines(story.canContinue ? story.ContinueMaximally() : '')
  let said = read()
  return {
    get lines() {
      return said
    },
    get choices() {
      return story.currentChoices.map((one) => lines(one.text).join(' '))
    },
    choose(index) {
      story.ChooseChoiceIndex(index)
      said = read()
    }
  }
}

/** Twee 3, read and played by its specification and SugarCube's. */
function inTwine({ text }: StoryExport): OtherStory {
  const { ifid, start } = JSON.parse(/^:: StoryData\n(\{[^]*?\n\})/m.exec(text)?.[1] ?? '') as { ifid: string; start: string }
  expect(ifid).toMatch(/^[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-A[0-9A-F]{3}-[0-9A-F]{12}$/)
  const story = new SugarCube(text, start)
  return {
    get lines() {
      // The page behind a choice that ends the story has a text of its own.
      return story.lines.filter((line) => line !== 'The end.')
    },
    get choices() {
      return story.links.map((link) => link.text)
    },
    choose: (index) => story.follow(index)
  }
}

const TOOLS = { Ink: { write: inkOf, open: inInk }, Twine: { write: tweeOf, open: inTwine } }
const PICKS: readonly Pick[] = [() => 0, (_, of) => of - 1, (n, of) => n % of]

/** The lines of a play, which both players must show alike. */
function told(tool: keyof typeof TOOLS, document: ArrowDocument, pick: Pick): string[] {
  const { write, open } = TOOLS[tool]
  const exported = write(document)
  const pages = playedAlong(document, open(exported), exported.notMapped, pick)
  for (const { own, other } of pages) expect(other).toEqual(own)
  return pages.flatMap(({ own }) => own.lines)
}

describe.each(['Ink', 'Twine'] as const)('in %s', (tool) => {
  it.each([...DOCUMENTS, 'odd/empty.arrow', 'odd/unknown.arrow', 'odd/v1.arrow-project.json'])('AD18 %s plays as it does here', (name) => {
    expect(PICKS.map((pick) => told(tool, documentOf(name), pick))).toHaveLength(PICKS.length)
  })

  it('a story full of other tools’ signs plays the same to its end', () => {
    const all = told(tool, nasty, () => 0)
    expect(all.slice(-2)).toEqual(['Down here.', 'The end is near.'])
    expect(all).toContain("D'Arcy's <b>inn</b>: see https://x.org/*y*/")
    expect(all).toContain('In the macro.')
    told(tool, nasty, (_, of) => of - 1)
  })

  it('names keep their letters in any script that the tool takes, and are different', () => {
    const names = ['Гавань', 'café', 'Évêque', '港', '夜の港', 'שוק', 'नदी', '🐎', '12', 'a b-c']
    const document = made(
      {
        0: {
          name: 'Порт',
          nodes: Object.fromEntries(names.map((name, k) => [k + 1, { type: 'content', name, data: { content: `{золото} ${k}` }, to: [k + 2] }]))
        }
      },
      { variables: { 90: { name: 'золото', type: 'num', init: 7 }, 91: { name: 'or_é', type: 'num', init: 1 } } }
    )
    const { text } = TOOLS[tool].write(document)
    const written = [...text.matchAll(tool === 'Ink' ? /^=== (\S+) ===$/gm : /^:: (\S+) \[/gm)].map(([, name]) => name)
    const common = ['Гавань', 'café', 'Évêque', '港']
    expect(written).toEqual(
      tool === 'Ink' ? [...common, '夜_港', 'שוק', 'n7', 'n8', 'n_12', 'a_b_c'] : [...common, '夜の港', 'שוק', 'नदी', 'n8', 'n_12', 'a_b_c']
    )
    expect(text).toContain(tool === 'Ink' ? '// नदी\n=== n7 ===' : '<<set $v90 to 7>> /* золото */\n<<set $or_e to 1>> /* or_é */')
    expect(told(tool, document, () => 0).slice(0, 2)).toEqual(['7 0', '7 1'])
  })

  it('pictures are carried with their paths, and those without an address are listed', () => {
    const content = 'Before [img]art/quay.png[/img] after\n[img=300x200]art/quay two.png[/img]\n[img=https://a.b/c|d.jpg]\n[img]javascript:x[/img]End'
    const document = made({
      0: {
        nodes: {
          1: { type: 'content', data: { title: '[img]res://t.png[/img]', content }, to: [2] },
          2: { type: 'interaction', data: { actions: ['[img]boat.png[/img]'] } }
        }
      }
    })
    const { text, notMapped } = TOOLS[tool].write(document)
    const pictures =
      tool === 'Ink'
        ? ['# IMAGE: t.png', '# IMAGE: art/quay.png\nBefore  after', '# IMAGE: art/quay two.png', '# IMAGE: https:/\\/a.b/c\\|d.jpg', 'End']
        : [
            '!![img[t.png]]',
            'Before [img[art/quay.png]] after',
            '<img src="art/quay two.png" width="300" height="200" alt="">',
            '[img[https://a.b/c%7Cd.jpg]]',
            'End'
          ]
    for (const one of pictures) expect(text.split('\n').join('\n')).toContain(one)
    expect(notMapped.map(({ message }) => message)).toEqual([
      'A picture has no address on the web and no path to a file, so it is left out.',
      ...(tool === 'Ink' ? ['Ink has no sizes of pictures: the picture has its own.'] : []),
      'A picture in a line, an option or a prompt stays text, because Arrow shows none there.'
    ])
    expect(TOOLS[tool].open({ text, notMapped }).lines).toEqual(['Before after', 'End'])
  })

  it('a choice without a text can be taken', () => {
    const document = made({
      0: {
        nodes: {
          1: { type: 'entry', to: [2] },
          2: { type: 'interaction', to: [3, 4], data: { actions: ['', 'Wait'] } },
          3: { type: 'content', data: { content: 'Silence.' } },
          4: { type: 'content', data: { content: 'Later.' } }
        }
      }
    })
    const { write, open } = TOOLS[tool]
    const story = open(write(document))
    expect(story.choices).toEqual(['…', 'Wait'])
    story.choose(0)
    expect(story.lines).toEqual(['Silence.'])
  })

  it('nodes in two scenes or in none, and a skipped sequencer, lead to the same nodes', () => {
    const document = made({
      0: {
        nodes: {
          1: { type: 'entry', to: [2] },
          2: { type: 'sequencer', to: [9, 3], data: { slots: 2 }, skip: true },
          3: { type: 'content', to: [4], data: { content: 'Once' } },
          4: { type: 'jump', data: { target: 8 } },
          9: { type: 'content', data: { content: 'Never' } }
        }
      },
      7: { nodes: { 8: { type: 'content', to: [3], data: { content: 'Loose' } } } }
    })
    const { scenes } = document.resources
    const [first] = [...scenes.values()]
    const loose = { ...document, resources: { ...document.resources, scenes: new Map([...scenes].filter(([id]) => id !== 7)) } }
    const twice = { ...document, resources: { ...document.resources, scenes: new Map([...scenes, [99, { ...first!, name: 'Again' }]]) } }
    expect(told(tool, loose, () => 0)).toEqual(['Once'])
    expect(told(tool, twice, () => 0).slice(0, 4)).toEqual(['Once', 'Loose', 'Once', 'Loose'])
  })
})
