import { describe, expect, it } from 'vitest'
import type { ArrowDocument, ArrowId, MapItem } from '../document'
import { relinked } from '../edit/relink'
import { documentOf as readDocument } from '../documents.fixture'
import { createDocument } from './blank.fixture'
import { lintDocument } from '../lint/lint'
import { writeArrow } from '../write'
import { readArrow } from '../read'
import { breakLine, giveCue, giveNewCue, leaveChoice, joinRows, makeChoice, removeRow, writeText, type RowEdit } from './edit'
import { isWritten, type ScriptRow } from './rows'
import { scriptOf } from './script'
import { Scripts } from './scripts'

/** A writer at a keyboard: types into the row in focus, and presses keys. */
class Keyboard {
  document: ArrowDocument
  focus: string
  constructor(document = createDocument()) {
    this.document = document
    this.focus = '1'
  }
  get row(): ScriptRow {
    const { rows, numbers } = scriptOf(this.document, 0)
    const row = rows[numbers.get(this.focus) ?? -1]
    if (!row) throw new Error(`no row ${this.focus}`)
    return row
  }
  get at(): { document: ArrowDocument; scene: ArrowId; row: ScriptRow } {
    return { document: this.document, scene: 0, row: this.row }
  }
  take(done: RowEdit | undefined): this {
    if (done) {
      this.document = done.document
      this.focus = done.focus
    }
    return this
  }
  type(text: string): this {
    const cue = /^([A-Z]\w*): (.*)$/s.exec(text)
    if (cue) {
      const [, name = '', said = ''] = cue
      const known = [...this.document.resources.characters].find(([, one]) => one.name === name)
      this.take(known ? giveCue(this.at, known[0]) : giveNewCue(this.at, name))
      return this.type(said)
    }
    this.document = writeText(this.at, text)
    return this
  }
  enter = (caret = this.row.text.length): this => this.take(breakLine(this.at, caret))
  tab = (): this => this.take(makeChoice(this.at))
  shiftTab = (): this => this.take(leaveChoice(this.at))
  backspace = (): this => this.take(joinRows(this.at))
}

/** The script as text: indented, with speakers and the targets of links. */
function shown(document: ArrowDocument, scene = 0): string[] {
  const { rows } = scriptOf(document, scene)
  const name = (id: ArrowId | undefined): string => {
    const target = rows.find((row) => row.node === id && row.kind !== 'part')
    return target ? target.text.slice(0, 20) : String(id)
  }
  return rows.map(({ kind, depth, text, character, target, down }) => {
    const cue = character === undefined ? '' : `${document.resources.characters.get(character)?.name ?? 'Anonymous'}: `
    const mark = {
      option: '* ',
      chip: '[',
      branch: '? ',
      link: down ? '↓ ' : '↑ ',
      jump: '→ ',
      part: '---',
      heading: '# ',
      title: '## ',
      input: '_ ',
      narration: '',
      line: ''
    }[kind]
    return `${'  '.repeat(depth)}${mark}${cue}${text}${target === undefined ? '' : name(target)}${kind === 'chip' ? ']' : ''}`
  })
}

const errors = (document: ArrowDocument): string[] =>
  lintDocument(document).flatMap(({ severity, message }) => (severity === 'error' ? [message] : []))

describe('writing', () => {
  it('a conversation with a choice takes only text, Enter, Tab and Shift+Tab', () => {
    const keys = new Keyboard()
    keys
      .type('The inn')
      .enter()
      .type('Rain on the roof.')
      .enter()
      .type('Elena: Will you help me?')
      .enter()
      .tab()
      .type('Of course.')
      .enter()
      .type('Elena: Thank you!')
      .enter()
    keys
      .shiftTab()
      .type('Not today.')
      .enter()
      .type('Elena: A pity.')
      .shiftTab()
      .shiftTab()
      .type('She turns to the fire.')
      .enter()
      .type('Tobit: Well then.')
    // Every connection leads to the right, also to the line after the choice.
    const { map } = keys.document.resources.scenes.get(0) ?? { map: new Map<ArrowId, MapItem>() }
    const back = [...map.values()].flatMap(({ io = [] }) =>
      io.filter(([from, , to]) => (map.get(to)?.offset[0] ?? 0) <= (map.get(from)?.offset[0] ?? 0))
    )
    expect(back).toEqual([])
    expect(shown(keys.document)).toEqual([
      '# The inn',
      'Rain on the roof.',
      'Elena: Will you help me?',
      '  * Of course.',
      '    Elena: Thank you!',
      '    ↓ She turns to the fir',
      '  * Not today.',
      '    Elena: A pity.',
      '    ↓ She turns to the fir',
      'She turns to the fire.',
      'Tobit: Well then.'
    ])
    expect(lintDocument(keys.document).filter(({ severity }) => severity !== 'hint')).toEqual([])
    expect([...keys.document.resources.characters.values()].map(({ name }) => name)).toEqual(['Elena', 'Tobit'])
    expect(readArrow(writeArrow(keys.document)).document.resources.nodes.size).toBe(8)
  })
  it('Enter inside a line splits it, and Backspace joins it', () => {
    const keys = new Keyboard().enter().type('Elena: Stay here. I go alone.')
    keys.enter(10)
    expect(shown(keys.document).slice(1)).toEqual(['Elena: Stay here.', 'Elena:  I go alone.'])
    keys.backspace()
    expect(shown(keys.document).slice(1)).toEqual(['Elena: Stay here. I go alone.'])
    expect(joinRows(keys.at)?.caret).toBe(0)
    keys.backspace()
    expect(shown(keys.document).slice(1)).toEqual(['Stay here. I go alone.'])
  })
  it('the removal of a line connects its predecessor with its successor', () => {
    const keys = new Keyboard().enter().type('One.').enter().type('Two.').enter().type('Three.')
    keys.focus = scriptOf(keys.document, 0).rows.find(({ text }) => text === 'Two.')?.key ?? ''
    keys.take(removeRow(keys.at))
    expect(shown(keys.document)).toEqual(['# Start', 'One.', 'Three.'])
    expect(keys.row.text).toBe('One.')
  })
  it('a new choice in front of a text keeps that text after its first option, and out of it comes a line where all meet', () => {
    const keys = new Keyboard().enter().type('One.').enter().type('Two.')
    keys.focus = scriptOf(keys.document, 0).rows.find(({ text }) => text === 'One.')?.key ?? ''
    keys.tab().type('Go on').tab().type('Rest')
    expect(shown(keys.document)).toEqual(['# Start', 'One.', '  * Go on', '    Two.', '  * Rest'])
    keys.shiftTab().type('Later.')
    expect(shown(keys.document)).toEqual(['# Start', 'One.', '  * Go on', '    Two.', '    ↓ Later.', '  * Rest', '    ↓ Later.', 'Later.'])
    keys.focus = scriptOf(keys.document, 0).rows.find(({ text }) => text === 'Rest')?.key ?? ''
    keys.shiftTab().type('Before.')
    expect(shown(keys.document).slice(-2)).toEqual(['Before.', 'Later.'])
  })
  it('Shift+Tab turns a new choice back into a line', () => {
    const keys = new Keyboard().enter().tab()
    expect(keys.row.kind).toBe('option')
    expect(keys.shiftTab().row.kind).toBe('narration')
    expect(keys.backspace().row.kind).toBe('heading')
    expect(keys.backspace().document.resources.nodes.size).toBe(1)
  })
})

describe('writing again', () => {
  const demo = relinked(readDocument('demo.5984437.arrow-project.json'))

  it('a letter changes the rows of its node and no others', () => {
    const scripts = new Scripts()
    for (const row of scriptOf(demo, 59).rows.filter(isWritten)) {
      const before = scripts.of(demo, 59)
      const { rows } = scripts.of(writeText({ document: demo, scene: 59, row }, `${row.text}x`), 59)
      const other = rows.filter((one, k) => one !== before.rows[k])
      expect(new Set(other.map(({ node }) => node))).toEqual(new Set([row.node]))
      expect(other.find(({ key }) => key === row.key)?.text).toBe(`${row.text}x`)
    }
  })
})

describe('of documents of the real tool', () => {
  it('the demo reads like a screenplay: what meets again stands once, and jumps name their targets', () => {
    const lines = shown(readDocument('demo.5984437.arrow-project.json'), 59)
    const at = lines.indexOf('  * Mr. X: Sorry! Are you OK?')
    expect(lines.slice(at, at + 11).map((line) => line.slice(0, 40))).toEqual([
      '  * Mr. X: Sorry! Are you OK?',
      "      * Ms. Y: I'm fine.",
      '        ↓ Hub',
      '      * Ms. Y: What do you think?!',
      '        ↓ Hub',
      '  * Mr. X: Hey! Watch out!',
      '      * Ms. Y: What ?!',
      '        ↓ Hub',
      '      * Ms. Y: Are you drunk?',
      '        ↓ Hub',
      '[Hub]'
    ])
  })
})

/** Asserts that every node of a scene is in its script exactly once, and every connection as the next row or as a link. */
function check(document: ArrowDocument, scene: ArrowId): void {
  const { rows, numbers } = scriptOf(document, scene)
  expect(numbers.size).toBe(rows.length)
  const map = document.resources.scenes.get(scene)?.map ?? new Map<ArrowId, MapItem>()
  const shownNodes = new Set(rows.filter(({ kind }) => kind !== 'link' && kind !== 'part').map(({ node }) => node))
  expect([...shownNodes].toSorted((a, b) => a - b)).toEqual([...map.keys()].toSorted((a, b) => a - b))
  const lost = [...map.values()].flatMap(({ io = [] }) =>
    io.filter(([from, slot, to]) => {
      const link = rows[numbers.get(`${from}:${slot}:to`) ?? -1]
      const next = rows[(numbers.get(`${from}:${slot}`) ?? numbers.get(String(from)) ?? -2) + 1]
      return link ? link.target !== to : next?.node !== to || next.kind === 'part'
    })
  )
  expect(lost).toEqual([])
}

function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

describe('AD21 no edit in the script breaks the document or loses a node:', () => {
  const starts: [string, () => ArrowDocument, ArrowId][] = [
    ['an empty scene', createDocument, 0],
    ['the demo', () => relinked(readDocument('demo.5984437.arrow-project.json')), 59],
    ['every node type', () => readDocument('conf-flow.arrow'), 0]
  ]
  it.each(starts)('%s', (_, start, scene) => {
    for (let seed = 1; seed <= 3; seed++) {
      const random = chance(seed)
      const pick = <One>(list: readonly One[]): One | undefined => list[Math.floor(random() * list.length)]
      let document = start()
      const before = errors(document)
      const scripts = new Scripts()
      for (let step = 0; step < 35; step++) {
        const row = pick(scriptOf(document, scene).rows)
        if (!row) throw new Error('an empty script')
        const at = { document, scene, row }
        const characters = [...document.resources.characters.keys()]
        const edits: (() => ArrowDocument | undefined)[] = [
          () => (isWritten(row) ? writeText(at, `Text ${step}`) : undefined),
          () => breakLine(at, Math.floor(random() * (row.text.length + 1)))?.document,
          () => breakLine(at, row.text.length)?.document,
          () => makeChoice(at)?.document,
          () => leaveChoice(at)?.document,
          () => joinRows(at)?.document,
          () => removeRow(at)?.document,
          () => giveCue(at, pick([undefined, ...characters]))?.document,
          () => (row.kind === 'narration' ? giveNewCue(at, `Name${step % 3}`)?.document : undefined)
        ]
        document = pick(edits)?.() ?? document
        check(document, scene)
        expect(scripts.of(document, scene)).toEqual(scriptOf(document, scene))
      }
      const now = errors(document)
      expect(now.filter((message) => !before.includes(message))).toEqual([])
      expect(lintDocument(document).filter(({ rule }) => rule === 'references')).toEqual([])
    }
  })
})
