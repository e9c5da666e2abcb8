import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyChanges, inverse, type Json, type StateChange } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import { beatFiles } from '../campaign/beat-files'
import { readLog } from '../campaign/lines'
import { parseYaml } from '../campaign/yaml-splice'
import type { Write } from '../engine/outcome'
import { createCampaign } from '../story/creation/create'
import { OpenCampaign } from '../story/open-campaign'

const home = mkdtempSync(join(tmpdir(), 'files-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('files and state', () => {
  let campaign: OpenCampaign
  let old: (path: string) => Buffer | undefined
  let state: GameState
  beforeAll(async () => {
    const dir = join(home, 'well')
    await createCampaign({ dir, game: 'cairn-hack', seed: '1', template: 'sample', resources: resolve(import.meta.dirname, '../../..'), now: 0 })
    campaign = await OpenCampaign.open(dir, { clock: () => 0 })
    state = campaign.snapshot.state
    old = (path) => campaign.past.bytes(campaign.snapshot.commit.tree, path)
  })
  afterAll(() => campaign.dispose())

  const written = (before: GameState, changes: StateChange[], from = old, writes: Write[] = []): Map<string, Buffer> =>
    new Map([...beatFiles(from, before, { state: applyChanges(before, changes), changes, writes })].map(([path, file]) => [path, file.bytes]))

  it('schemas for editors lie in the campaign, and are no part of its tree', () => {
    const files = readdirSync(join(home, 'well', '.proscenium', 'schema'))
    expect(files.toSorted()).toEqual(['action.json', 'condition.json', 'equipment.json', 'manifest.json', 'table.json'])
    expect(old('.proscenium/schema/action.json')).toBeUndefined()
  })

  it('a state that nothing changed writes nothing', () => {
    expect([...written(state, [])]).toEqual([])
  })

  it('every number, tag and thing of the sample, changed and changed back, leaves every byte as it was', () => {
    const changes: StateChange[] = [
      ...Object.entries(state.actors).flatMap(([id, actor]): StateChange[] => [
        ...Object.entries(actor.stats).map(([stat, n]): StateChange => ({ path: `/actors/${id}/stats/${stat}`, op: 'update', from: n, to: n + 100 })),
        { path: `/actors/${id}/conditions/poisoned`, op: 'add', to: { since: 4 } },
        { path: `/actors/${id}/tags/it~1is a: test`, op: 'add', to: true },
        ...Object.entries(actor.inventory).map(([item, from]): StateChange => ({
          path: `/actors/${id}/inventory/${item}`,
          op: 'remove',
          from: from as Json
        }))
      ]),
      ...Object.keys(state.places).map((id): StateChange => ({ path: `/places/${id}/tags/visited`, op: 'add', to: true })),
      { path: '/facts/defeated:Scuttle', op: 'add', to: true },
      { path: '/combat', op: 'add', to: { initiative: { Wren: 3, Scuttle: 2 } } },
      { path: '/clock/minutes', op: 'update', from: 0, to: 71 }
    ]
    for (const change of changes) {
      const changedFiles = written(state, [change])
      expect([...changedFiles.keys()]).toHaveLength(1)
      const after = applyChanges(state, [change])
      const back = written(after, inverse([change]), (path) => changedFiles.get(path) ?? old(path))
      for (const [path, bytes] of back) {
        const before = withEmptied(old(path)?.toString() ?? '', bytes.toString())
        // A removed entry returns at the end of its map in our own layout, with the same values.
        const seen = (text: string): unknown => (change.op === 'remove' ? parseYaml(text, path) : text)
        expect(seen(bytes.toString())).toEqual(seen(before))
      }
    }
  })

  it('a long scene goes on in a new file after 200 entries, and each entry is only appended', () => {
    const scene = {
      path: 'sessions/session-1/001-scene',
      title: 'Long',
      place: state.actors['Wren']?.location ?? '',
      present: {},
      aim: 'Talk',
      opened: 1
    }
    const talking: GameState = { ...state, scene }
    const files = new Map<string, Buffer>()
    const results: boolean[] = []
    for (let beat = 1; beat <= 450; beat++) {
      const write: Write = { kind: 'log', entry: { at: '1421-10-03T17:40:00Z', beat, by: 'DM', kind: 'narration', text: `Line ${beat}.` } }
      for (const [path, file] of beatFiles((name) => files.get(name), talking, { state: talking, changes: [], writes: [write] })) {
        const before = files.get(path) ?? Buffer.alloc(0)
        if (path.includes('LOG')) results.push(file.bytes.subarray(0, before.length).equals(before))
        files.set(path, file.bytes)
      }
    }
    expect(results).toEqual(results.map(() => true))
    const logs = [...files]
      .filter(([path]) => path.includes('LOG'))
      .map(([path, bytes]) => [path, readLog(bytes.toString(), path).map((entry) => entry.beat)] as const)
    expect(logs.map(([path, beats]) => [path, beats.length, beats[0]])).toEqual([
      ['sessions/session-1/001-scene/LOG.yaml', 200, 1],
      ['sessions/session-1/001-scene/LOG-2.yaml', 200, 201],
      ['sessions/session-1/001-scene/LOG-3.yaml', 50, 401]
    ])
  })
})

/** What an added and removed key may leave behind: its parent as an empty map where there was none. */
function withEmptied(before: string, after: string): string {
  const extra = after.split('\n').find((line) => /^\w+: \{\}$/.test(line) && !before.includes(line))
  return extra === undefined ? before : `${before}${extra}\n`
}
