import { describe, expect, it } from 'vitest'
import type { FactUses, FilePlace } from '../../shared/contract/language-calls'
import { StoryEvent } from '../../shared/story/lore'
import { state } from '../store/tiny.fixture'
import { whyNot } from '../../shared/story/why-not'
import { eventRows, factRows, neighboursOf, shownEvents } from './rows'

const event = (id: string, more: object = {}) => StoryEvent.parse({ id, title: id.toUpperCase(), place: 'well', aim: 'x', ...more })
const place = (path: string): FilePlace => ({ path, text: '', line: 1, column: 1, endLine: 1, endColumn: 1 })
const file = (id: string) => place(`world/story/${id}/ABOUT.md`)
const facts = (...uses: [id: string, sets: FilePlace[], needs: FilePlace[]][]): FactUses[] => uses.map(([id, sets, needs]) => ({ id, sets, needs }))

describe('the board of the story', () => {
  it('says of each event whether it is over, played, ready or what it waits for', () => {
    const world = state(3)
    world.facts['dry'] = true
    const story = [
      event('a', { done_when: ['dry'] }),
      event('b', { starts_when: ['dry'] }),
      event('c', { starts_when: ['lit', '!dry', 'dry'] }),
      event('d', { starts_when: ['constructor'] })
    ]
    const rows = eventRows({ state: world, lore: { story } })
    expect(rows.filter(({ isClimax }) => isClimax)).toEqual([])
    expect(
      eventRows({ state: world, lore: { story: story.map((one) => ({ ...one, climax: one.id === 'c' })) } }).flatMap(({ id, isClimax }) =>
        isClimax ? id : []
      )
    ).toEqual(['c'])
    expect(rows.map(({ id, now, missing }) => [id, now, missing])).toEqual([
      ['a', 'over', []],
      ['b', 'ready', []],
      ['c', 'waiting', ['lit', 'not dry']],
      ['d', 'waiting', ['constructor']]
    ])
    expect(shownEvents(rows, 'C LIT').map(({ id }) => id)).toEqual(['c'])
  })

  it('says in a sentence why an event does not begin, and what could set each missing fact', () => {
    const world = state(3)
    world.facts['fog'] = true
    const [first, second] = [event('a', { outcomes: [{ facts: ['lit'] }] }), event('b', { starts_when: ['lit', 'gone', '!fog'] })] as const
    const story = [first, second]
    const uses = facts(['lit', [file('a')], [file('b')]], ['fog', [place('world/STATE.yaml')], [file('b')]])
    expect(whyNot(second, uses, { state: world, lore: { story } })).toBe(
      '“lit” doesn’t hold yet; it can be set by A. Nothing sets “gone” yet: let an outcome, a feature, a character or a rule set it. “fog” holds, and it begins only without it.'
    )
    expect(whyNot(first, uses, { state: world, lore: { story } })).toBeUndefined()
    const itself = event('d', { starts_when: ['round'], outcomes: [{ facts: ['round'] }] })
    expect(whyNot(itself, facts(['round', [file('d')], [file('d')]]), { state: world, lore: { story: [itself] } })).toBe(
      'Only “D” itself sets “round”, so it can’t begin: let something else set it, or take it from what the event begins with.'
    )
    // A fact with a title is called by it.
    const titled = { story, facts: { lit: 'The lamp is lit', gone: "Ada's boat 🛶 is gone" } }
    expect(whyNot(second, uses, { state: world, lore: titled })).toMatch(
      /^“The lamp is lit” doesn’t hold yet.*Nothing sets “Ada's boat 🛶 is gone” yet/
    )
    expect(eventRows({ state: world, lore: titled }).map(({ missing }) => missing)).toEqual([
      [],
      ['The lamp is lit', "Ada's boat 🛶 is gone", 'not fog']
    ])
    // Before the facts are read, nothing is said about what sets them.
    expect(whyNot(event('c', { starts_when: ['lit'] }), undefined, { state: world, lore: { story } })).toBe('“lit” doesn’t hold yet.')
  })

  it('knows what leads to an event and what follows from it', () => {
    const story = event('a', { starts_when: ['low'], outcomes: [{ facts: ['lit'] }] })
    const uses = facts(['low', [file('z'), file('z'), place('world/STATE.yaml')], [file('a')]], ['lit', [file('a')], [file('b'), file('b')]])
    expect(neighboursOf(story, uses, file('a').path)).toEqual({ before: [file('z')], after: [file('b')] })
  })

  it('lists every fact with its value, and marks those that are needed and never set, or set and never needed', () => {
    const world = state(3)
    world.facts = { lit: false, old: 3 }
    const rows = factRows(facts(['needed', [], [file('a')]], ['lit', [place('world/STATE.yaml')], []]), world)
    expect(rows.map(({ id, value, isUnset, isIdle }) => [id, value, isUnset, isIdle])).toEqual([
      ['lit', 'false', false, true],
      ['needed', '', true, false],
      ['old', '3', false, true]
    ])
  })
})
