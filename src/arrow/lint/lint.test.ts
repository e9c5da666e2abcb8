import { describe, expect, it } from 'vitest'
import type { ArrowDocument } from '../document'
import { documentOf as readDocument } from '../documents.fixture'
import { BROKEN, END, sound, after } from './broken.fixture'
import type { Finding } from './finding'
import { lintDocument, lintSteps, LINT_RULES } from './lint'

const rulesIn = (document: ArrowDocument): string[] => lintDocument(document).map(({ rule }) => rule)
it('a sound document has no findings', () => {
  expect(lintDocument(sound())).toEqual([])
  const whole = sound(
    after(
      { type: 'interaction', data: { actions: ['Stay', 'Go'] }, to: [11, 12] },
      { type: 'macro_use', data: { macro: 70 }, to: [12] },
      { type: 'hub', to: [13] },
      { type: 'tag_pass', data: { character: 60, pass: [1, [['mood', null]]] }, to: [14, 15] },
      { type: 'jump', data: { target: 81, reason: 'off' } },
      { type: 'jump', data: { target: 10 } }
    ),
    {},
    {
      70: { name: 'm', macro: true, nodes: { 71: { type: 'entry', to: [72] }, 72: { type: 'marker' } } },
      80: { name: 'Away', nodes: { 81: { type: 'entry', name: 'road', to: [82] }, 82: END } }
    }
  )
  expect(lintDocument(whole).filter(({ rule }) => rule !== 'no-notes')).toEqual([])
})

it('the rules run one after another, so that other work fits in between', () => {
  const document = readDocument('conf-flow.arrow')
  const steps = lintSteps(document)
  let pauses = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) pauses++
  expect(pauses).toBe(LINT_RULES.length)
  expect(step.value.map(({ message }) => message)).toEqual(lintDocument(document).map(({ message }) => message))
})

it('AD17 every rule has a broken document', () => {
  expect(BROKEN.map(([rule]) => rule).toSorted()).toEqual(LINT_RULES.map(({ id }) => id).toSorted())
})

describe('a broken document gets a finding of', () => {
  it.each(BROKEN)('%s', (rule, document, message) => {
    const findings = lintDocument(document).filter((one) => one.rule === rule)
    expect(findings.map((one) => one.message)).toContain(message)
    expect(
      findings.every(
        (one) => one.node === undefined || one.scene !== undefined || rule === 'node-scene' || rule === 'document-entry' || rule === 'id-collision'
      )
    ).toBe(true)
  })
})

it('a finding names a node without text and name by its effect', () => {
  const nodes = { 10: { type: 'condition', name: 'a', data: { variable: 51, operator: 'ct', with: [0, ''] }, to: [6] } } as const
  const said = lintDocument(sound(nodes)).find(({ rule }) => rule === 'constant-condition')?.message
  expect(said).toMatch(/^The condition “title contains/)
})

describe('AD17 a fix removes its finding and adds none', () => {
  const fixable = BROKEN.flatMap(([rule, document]): [string, ArrowDocument, Finding][] => {
    const one = lintDocument(document).find((finding) => finding.rule === rule && finding.fix)
    return one ? [[`${rule}: ${one.fix?.label}`, document, one]] : []
  })
  it('some findings have fixes', () => expect(fixable.length).toBeGreaterThan(15))
  it.each(fixable)('%s', (_, document, finding) => {
    const fixed = finding.fix?.apply(document) ?? document
    const counts = (rules: readonly string[]): Map<string, number> =>
      rules.reduce((sum, rule) => sum.set(rule, (sum.get(rule) ?? 0) + 1), new Map<string, number>())
    const [before, now] = [counts(rulesIn(document)), counts(rulesIn(fixed))]
    expect(now.get(finding.rule) ?? 0).toBeLessThan(before.get(finding.rule) ?? 0)
    const worse = LINT_RULES.filter(({ id, severity }) => severity === 'error' && (now.get(id) ?? 0) > (before.get(id) ?? 0)).map(({ id }) => id)
    expect(worse).toEqual([])
  })
})

describe('of documents of the real tool', () => {
  const errors = (name: string): string[] =>
    lintDocument(readDocument(name))
      .filter(({ severity }) => severity === 'error')
      .map(({ message }) => message)
  it('a new one and one of every node type have no errors', () => {
    expect([...errors('untitled-new-project.arrow'), ...errors('conf-flow.arrow'), ...errors('example1-home.arrow')]).toEqual([])
  })
  it('the demo has names that texts can’t show', () => {
    expect(errors('demo.5984437.arrow-project.json')).toEqual(['Mr. X', 'Ms. Y'].map((name) => expect.stringContaining(`“${name}”`)))
  })
  it('a jump to nowhere is an error, an anonymous monolog a warning', () => {
    expect(errors('err-jump_missing.arrow')).toEqual(['The jump “jump_2” refers to node 999, which does not exist. Choose another.'])
    expect(rulesIn(readDocument('err-monolog_anonymous.arrow'))).toEqual(['anonymous-monolog'])
  })
})
