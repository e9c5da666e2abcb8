import { expect, it } from 'vitest'
import { firstNext } from '../../../shared/state'
import { tinyWorld } from '../../rules/tiny-world'
import { fakeTable } from './fake-table.fixture'
import { noting, unheard } from './heard.fixture'
import { modelTable } from './model-table.fixture'

it.each(['live', 'stable', 'changes'] as const)('a session is opened, played and summed up by models alone, with %s tools', async (layout) => {
  const { scene: _, ...world } = tinyWorld()
  const { script, replied } = noting(fakeTable({ scenes: 2, rounds: 3 }))
  const table = await modelTable(script, { layout, state: { ...world, next: { ...firstNext('tiny'), actor: 'DM' } } })
  const deeds: string[] = []
  while (table.state().next.phase !== 'done' || deeds.length === 0) {
    const played = await table.step()
    if (played?.problem) throw played.problem
    deeds.push(`${played?.who} ${played?.beat?.action}`)
    if (deeds.length > 200) break
  }
  await table.fake.close()
  expect(table.fake.wrong).toEqual([])
  expect(deeds.slice(-4)).toEqual(['DM summarise', 'DM end_session', 'DM summarise', 'DM summarise'])
  const both = ['Oswin', 'Wren'].flatMap((who) => ['record', 'remember', 'speak', 'walk', 'whisper'].map((deed) => `${who} ${deed}`))
  const dm = ['call_on', 'end_scene', 'end_session', 'narrate', 'open_scene', 'open_session', 'record', 'speak', 'summarise', 'war']
  expect([...new Set(deeds)]).toEqual(expect.arrayContaining([...both, ...dm.map((deed) => `DM ${deed}`), 'Wren hit']))
  expect(table.looks).toContain('get_location')
  expect(table.looks).toContain('recall')
  // One answer of the model is several beats.
  expect(table.fake.requests.length).toBeLessThan(deeds.length)
  // Nothing that was asked for is left without its result.
  expect(unheard(replied)).toEqual([])
})
