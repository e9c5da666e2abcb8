import { expect, it } from 'vitest'
import { firstNext } from '../../../shared/story/state'
import { tinyWorld } from '../../rules/tiny-world.fixture'
import { fakeTable } from './fake-table.fixture'
import { noting, usesWithoutResult } from './noted-replies.fixture'
import { modelTable } from './model-table.fixture'

const bothPlayers = (actions: readonly string[]): string[] => ['Oswin', 'Wren'].flatMap((who) => actions.map((action) => `${who} ${action}`))
const dm = (actions: readonly string[]): string[] => actions.map((action) => `DM ${action}`)
const FRAME = dm(['call_on', 'end_scene', 'end_session', 'narrate', 'open_scene', 'open_session', 'speak', 'summarise'])

/** What must at least happen in a session, by tool layout: the fake answers what it is sent, so each layout gives another story. */
const LEAST_ACTIONS = {
  live: [
    ...FRAME,
    ...dm(['record', 'war']),
    ...bothPlayers(['record', 'remember', 'speak', 'walk', 'whisper']),
    'Wren hit',
    'looks: get_location',
    'looks: recall'
  ],
  stable: [...FRAME, ...bothPlayers(['remember', 'whisper'])],
  changes: [...FRAME, ...bothPlayers(['remember', 'whisper'])]
}

it.each(['live', 'stable', 'changes'] as const)('a session is opened, played and summed up by models alone, with %s tools', async (layout) => {
  const { scene: _, ...world } = tinyWorld()
  const { script, replied } = noting(fakeTable({ scenes: 2, rounds: 3 }))
  const table = await modelTable(script, { layout, state: { ...world, next: { ...firstNext('tiny'), actor: 'DM' } } })
  const actions: string[] = []
  while (table.state().next.phase !== 'done' || actions.length === 0) {
    const played = await table.step()
    if (played?.problem) throw played.problem
    actions.push(`${played?.who} ${played?.beat?.action}`)
    if (actions.length > 200) break
  }
  await table.fake.close()
  expect(table.fake.wrong).toEqual([])
  expect(actions.slice(-4)).toEqual(['DM summarise', 'DM end_session', 'DM summarise', 'DM summarise'])
  expect([...new Set([...actions, ...table.looks.map((look) => `looks: ${look}`)])]).toEqual(expect.arrayContaining(LEAST_ACTIONS[layout]))
  // One answer of the model is several beats.
  expect(table.fake.requests.length).toBeLessThan(actions.length)
  // Every requested tool has its result.
  expect(usesWithoutResult(replied)).toEqual([])
})
