import { describe, expect, it } from 'vitest'
import { changeLine, namesFrom, repeatsChanges } from '../../shared/words/change-words'
import { EntryChanges } from '../../shared/story/entry-changes'
import { LogEntry } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { readLog } from '../campaign/lines'
import { Lore } from '../../shared/story/lore'
import type { Outcome } from './outcome'
import { call, changed, playAll, playOn } from './playing.fixture'
import { project } from './project'
import { tinyGame } from './tiny-game.fixture'

/** The log entries of a beat, each with its action and what it changed. */
const changesOf = (outcome: Outcome): [string | undefined, EntryChanges | undefined][] =>
  outcome.writes.flatMap((write) => (write.kind === 'log' ? [[write.entry.action, write.entry.changes]] : []))

const bruise = tinyGame({
  bruise: {
    execute: (state, actor) => ({
      stateDelta: {
        actors: {
          [actor]: {
            stats: { hp: (state.actors[actor]?.stats['hp'] ?? 0) - 2 },
            conditions: { down: {} },
            inventory: { rope: { item: 'rope', name: 'Rope' } }
          }
        },
        facts: { 'hatch-open': true },
        clock: { minutes: 20 }
      },
      narrative: 'Comes off with bruises.',
      result: { status: 'partial_success', damage: 2, effect: 'bruised' },
      followUp: ['silently', 'rise']
    })
  },
  silently: { execute: (_state, actor) => ({ stateDelta: { facts: { 'hatch-open': null, told: 'twice' } }, narrative: '', actor }) },
  rise: {
    execute: (_state, actor) => ({
      stateDelta: { actors: { [actor]: { conditions: { down: null }, inventory: { rope: null } } } },
      narrative: 'Gets up.'
    })
  }
})

describe('L1 a system entry carries what its step of the rules changed', () => {
  const before = tinyWorld()
  const hp = before.actors['Wren']?.stats['hp'] ?? 0
  const outcome = playOn(before, call('Wren', 'bruise'), bruise)

  it('P14 an entry lists stats, damage, items, conditions, facts, minutes and the result, with those of silent steps before it', () => {
    expect(changesOf(outcome)).toEqual([
      [
        'bruise',
        {
          result: { status: 'partial_success', damage: 2, effect: 'bruised' },
          actors: {
            Wren: {
              stats: { hp: { from: hp, to: hp - 2 } },
              damage: 2,
              gained: [{ item: 'rope', name: 'Rope', count: 1 }],
              conditions: [{ condition: 'down', name: 'Down', on: true }],
              now: 'down'
            }
          },
          facts: { 'hatch-open': true },
          minutes: 20 - before.clock.minutes
        }
      ],
      [
        'rise',
        {
          actors: {
            Wren: { lost: [{ item: 'rope', name: 'Rope', count: 1 }], conditions: [{ condition: 'down', name: 'Down', on: false }], now: 'able' }
          },
          facts: { 'hatch-open': null, told: 'twice' }
        }
      ]
    ])
  })

  it('changes can be told in words and as one line', () => {
    const [first] = changesOf(outcome)
    expect(changeLine(first?.[1] ?? {}, namesFrom(before.actors, before.places))).toBe(
      `Wren ${hp}→${hp - 2} HP, down, gets Rope; hatch open; ${20 - before.clock.minutes} min; partial success; bruised`
    )
  })

  it('changes are stored in the log line and read back; entries of older engines have none', () => {
    const line = JSON.stringify(outcome.writes[0]?.kind === 'log' ? outcome.writes[0].entry : {})
    expect(readLog(`- ${line}\n- {"at":"","beat":1,"by":"DM","kind":"system","text":"Old."}\n`, 'LOG.yaml')).toEqual([
      LogEntry.parse(JSON.parse(line)),
      { at: '', beat: 1, by: 'DM', kind: 'system', text: 'Old.' }
    ])
    const odd = line.replace('"damage":2,"gained"', '"damage":"much","gained"')
    expect(() => readLog(`- ${odd}\n`, 'LOG.yaml')).toThrow(/LOG.yaml, line 1: .*changes/)
  })
})

describe('L2 what no rule narrates', () => {
  const spent = (state: GameState): GameState => changed(state, 'Wren', { conditions: { down: { rounds: 1 } } })
  const dms = playAll(tinyWorld(), [call('Wren', 'pass'), call('Oswin', 'pass')], tinyGame())
  const fight = playAll(dms, [call('DM', 'war')], tinyGame())

  it("the table's last entry of the beat carries the changes that no rule narrates", () => {
    const outcome = playOn(
      { ...spent(fight), next: { ...fight.next, phase: 'dm', actor: 'DM', turns: 40 } },
      call('DM', 'end_scene', { outcome: 'They run.' }),
      tinyGame()
    )
    expect(changesOf(outcome)).toEqual([
      [undefined, { actors: { Wren: { conditions: [{ condition: 'down', name: 'Down', on: false }], now: 'able' } }, fight: 'ends' }]
    ])
  })

  it('if the table writes no entry, a separate one tells the changes', () => {
    const last: GameState = { ...spent(fight), next: { ...fight.next, phase: 'npc', actor: 'Ghoul', initiative: [] } }
    const outcome = playOn(last, call('DM', 'pass', {}, { as: 'Ghoul' }), tinyGame())
    expect(outcome.writes).toMatchObject([{ entry: { by: 'DM', kind: 'system', text: 'Wren no longer down.' } }])
    const [written] = outcome.writes
    const entry = written?.kind === 'log' ? written.entry : undefined
    // Readers show such a line once: its text is nothing but its changes.
    const isRepeated = (text: string): boolean => repeatsChanges(text, entry?.changes ?? {}, namesFrom(last.actors, last.places))
    expect([isRepeated(entry?.text ?? ''), isRepeated('Wren gets up.')]).toEqual([true, false])
    expect(changesOf(outcome)).toEqual([
      [undefined, { actors: { Wren: { conditions: [{ condition: 'down', name: 'Down', on: false }], now: 'able' } } }]
    ])
  })

  it('talk and narration without changes carry none', () => {
    const narrated = playOn(dms, call('DM', 'narrate', { text: 'Night.' }), tinyGame())
    expect(changesOf(narrated)).toEqual([[undefined, undefined]])
  })
})

describe('V8 the changes that a player sees', () => {
  const hidden = tinyGame({})
  const game = {
    ...hidden,
    conditions: { ...hidden.conditions, cursed: { ...hidden.conditions['down'], name: 'Cursed', visible: false } }
  } as typeof hidden
  const changes: EntryChanges = {
    actors: {
      Wren: { stats: { hp: { from: 4, to: 2 } }, damage: 2, conditions: [{ condition: 'cursed', name: 'Cursed', on: true }] },
      Oswin: {
        stats: { hp: { from: 3, to: 1 } },
        gained: [{ item: 'key', name: 'Key', count: 1 }],
        conditions: [
          { condition: 'cursed', name: 'Cursed', on: true },
          { condition: 'down', name: 'Down', on: true }
        ]
      }
    },
    places: { inn: { searched: ['the hatch'] } },
    facts: { 'SECRET-FACT': true },
    minutes: 5
  }
  const log: LogEntry[] = [{ at: '', beat: 1, by: 'Wren', kind: 'system', text: 'A blow.', changes }]
  const seenBy = (who: string): (EntryChanges | undefined)[] =>
    project(
      tinyWorld(),
      Lore.parse({ title: 'Tiny', premise: '', places: {}, journeys: {}, actors: {}, story: [], topics: [] }),
      { log, private: {}, summaries: { scenes: [] }, recaps: { scenes: [] } },
      who,
      game
    ).log.map((entry) => entry.changes)

  it('a player sees all of their own changes, and visible conditions of others', () => {
    expect(seenBy('Wren')).toEqual([
      { actors: { Wren: changes.actors?.['Wren'], Oswin: { conditions: [{ condition: 'down', name: 'Down', on: true }] } }, minutes: 5 }
    ])
  })

  it('the DM sees all changes', () => expect(seenBy('DM')).toEqual([changes]))
})
