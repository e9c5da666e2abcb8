import { describe, expect, it } from 'vitest'
import type { Params } from '../../shared/story/play'
import type { SkillChange } from '../../shared/table/skills'
import type { GameState } from '../../shared/story/state'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { tinyGame } from './tiny-game.fixture'
import { call, playOn } from './playing.fixture'
import { ACTION_ID, MAX_TOOL_RESULT, TOOL_PARAMETERS, TOOL_RESULT, toolResult } from './skill'
import { timeOf } from '../../shared/story/state'
import { MAX_DM_CALLS } from './verbs'

const dmTurn = (): GameState => {
  const state = tinyWorld()
  return { ...state, next: { ...state.next, phase: 'dm', actor: 'DM', spent: {}, waiting: [] } }
}
const game = tinyGame()
const skill = (action: string, params: Params = {}) => call('DM', action, { ...params, [ACTION_ID]: 'a' }, { kind: 'skill' })
const answer = (stateChanges: SkillChange[], more = {}) =>
  skill('inventory', { [TOOL_PARAMETERS]: '{}', [TOOL_RESULT]: JSON.stringify({ output: {}, stateChanges, ...more }) })

describe('P18 an action of a plan', () => {
  it("a planned action is a beat that names its action and doesn't count as a call of the DM", () => {
    let state = dmTurn()
    for (let i = 0; i < MAX_DM_CALLS + 2; i++) {
      const outcome = playOn(state, skill('roll_table', { table: 'omen' }), game)
      expect(outcome.params).toEqual({ table: 'omen', [ACTION_ID]: 'a' })
      state = outcome.state
    }
    expect(state.next).toMatchObject({ phase: 'dm', spent: {}, beat: dmTurn().next.beat + MAX_DM_CALLS + 2 })
  })

  it('a planned action ends the turn or is refused exactly as its tool would be', () => {
    expect(playOn(dmTurn(), skill('call_on', { who: ['all'] }), game).state.next.phase).toBe('player')
    expect(() => playOn(dmTurn(), skill('open_session', { title: 'x' }), game)).toThrow("DM can't open_session now")
    expect(() => playOn(dmTurn(), call('DM', 'roll_table', { table: 'omen', [ACTION_ID]: 'a' }), game)).toThrow('action id')
  })
})

describe('P19 the result of an external tool', () => {
  it("all changes of the result are applied without running the tool, and the turn doesn't move on", () => {
    const outcome = playOn(
      dmTurn(),
      answer([
        { path: '/actors/Wren/inventory/rations/count', operation: 'Update', value: 2 },
        { path: '/actors/Wren/inventory/dagger', operation: 'Remove' },
        { path: '/facts/mira~1told', operation: 'Add', value: true }
      ]),
      game
    )
    expect(outcome.changes.filter(({ path }) => !path.startsWith('/next'))).toEqual([
      { path: '/actors/Wren/inventory/dagger', op: 'remove', from: { item: 'dagger' } },
      { path: '/actors/Wren/inventory/rations/count', op: 'update', from: 3, to: 2 },
      { path: '/facts/mira~1told', op: 'add', to: true }
    ])
    expect(outcome.state.next).toEqual({ ...dmTurn().next, beat: dmTurn().next.beat + 1 })
    expect(Object.keys(outcome.params)).toEqual([ACTION_ID, TOOL_PARAMETERS, TOOL_RESULT])
  })

  it('every change is recorded with its tool and the campaign time, and the log names the tool, also if nothing changed', () => {
    const used = (changes: SkillChange[]) =>
      playOn(dmTurn(), skill('inventory', { [TOOL_PARAMETERS]: '{}', [TOOL_RESULT]: toolResult('inventory', { text: 'x' }, changes) }), game)
    const change: SkillChange = { path: '/actors/Wren/inventory/dagger', operation: 'Remove' }
    const outcome = used([{ ...change, provenance: { tool: 'another', timestamp: 'never' } }])
    const provenance = { tool: 'inventory', timestamp: timeOf(outcome.state) }
    expect(JSON.parse(String(outcome.params[TOOL_RESULT]))).toEqual({ output: { text: 'x' }, stateChanges: [{ ...change, provenance }], provenance })
    expect(outcome.writes).toMatchObject([
      { entry: { kind: 'system', by: 'DM', action: 'inventory', provenance, changes: { actors: { Wren: {} } } } }
    ])
    expect(playOn(dmTurn(), skill('inventory', outcome.params), game)).toEqual(outcome)
    const idle = used([])
    expect(idle.writes).toMatchObject([{ entry: { text: 'The DM uses inventory.', action: 'inventory', provenance: { tool: 'inventory' } } }])
    // A beat of an older version is replayed as it was.
    expect(playOn(dmTurn(), answer([]), game).writes).toEqual([])
  })

  it.each<[string, SkillChange, string]>([
    ['the dice', { path: '/next/dice/seed', operation: 'Update', value: 'x' }, "can't write there (/next)"],
    ['a whole part', { path: '/facts', operation: 'Update', value: {} }, 'that is no path into a part of the state'],
    ['the prototype', { path: '/facts/__proto__', operation: 'Add', value: true }, 'that is no path into a part of the state'],
    ['what is not there', { path: '/facts/none', operation: 'Update', value: true }, 'it is not there'],
    ['what is there', { path: '/actors/Wren/name', operation: 'Add', value: 'X' }, 'it is there already'],
    ['nothing', { path: '/facts/x', operation: 'Add' }, 'it gives no value'],
    ['a removal with a value', { path: '/actors/Wren/inventory/dagger', operation: 'Remove', value: 1 }, 'has no value'],
    ['a quantity below 0', { path: '/actors/Wren/inventory/rations/count', operation: 'Update', value: -1 }, 'left an invalid actor'],
    ['a place that is none', { path: '/actors/Wren/location', operation: 'Update', value: 'moon' }, 'which is not a place']
  ])('a result that would change %s is refused with all of its changes', (_what, change, why) => {
    const all = answer([{ path: '/facts/first', operation: 'Add', value: true }, change])
    expect(() => playOn(dmTurn(), all, game)).toThrow(why)
    expect(() => playOn(dmTurn(), all, game)).toThrow(/Correct the tool\.$/)
  })

  it('an unreadable or too long result is refused, and so is one from anybody but the DM', () => {
    expect(() => playOn(dmTurn(), skill('inventory', { [TOOL_RESULT]: '{"output":' }), game)).toThrow("can't be read")
    expect(() => playOn(dmTurn(), answer([], { output: { text: 'x'.repeat(MAX_TOOL_RESULT) } }), game)).toThrow('more than a beat keeps')
    expect(() => playOn(dmTurn(), { ...answer([]), actor: 'Wren' }, game)).toThrow('Only the DM')
  })
})
