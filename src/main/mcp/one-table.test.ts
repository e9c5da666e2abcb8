import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Beat } from '../../shared/story/play'
import { commands } from '../playthroughs/commands.fixture'
import { desk, treeOf, type Desk } from '../playthroughs/studio.fixture'
import { playSeat, type Policy, SeatClient } from './clients.fixture'
import { runProgram } from '../campaign/git/testing/small-process'

/** A DM who opens a scene, has everybody act twice, and closes the scene. */
function dmPolicy(): Policy {
  let rounds = 0
  let told = false
  return ({ actions }) => {
    const can = (name: string): boolean => actions.some((one) => one.name === name)
    if (can('open_session')) return { action: 'open_session', parameters: { title: 'The kiln' } }
    if (can('open_scene')) {
      const { properties } = actions.find(({ name }) => name === 'open_scene')!.parameters
      return { action: 'open_scene', parameters: { title: 'At the kiln', aim: 'Light it', place: properties['place']?.enum?.[0] ?? '' } }
    }
    if (can('summarise')) return { action: 'summarise', parameters: { recap: 'They lit the kiln.', text: 'The kiln is lit.' } }
    if (rounds >= 2 && can('end_scene')) return { action: 'end_scene', parameters: { outcome: 'The kiln burns.' } }
    if (!told && can('narrate')) {
      told = true
      return { action: 'narrate', parameters: { text: 'Smoke hangs low over the kiln.' } }
    }
    if (can('call_on')) {
      rounds++
      told = false
      // As models say it: a text for a list.
      return { action: 'call_on', parameters: { who: 'everyone' } }
    }
    // A player who whispers waits for an answer, or for a pass.
    return can('pass') ? { action: 'pass' } : undefined
  }
}

/** A player who speaks once in a turn and then passes. The parameters stand beside the action, as models write them. */
function playerPolicy(): Policy {
  let spoken = 0
  return ({ beat, actions }) => {
    if (spoken !== beat - 1 && actions.some(({ name }) => name === 'speak')) {
      spoken = beat
      return { action: 'speak', text: `I blow on the embers, ${beat}.` } as ReturnType<Policy>
    }
    return { action: 'pass' }
  }
}

describe('a DM and a player as clients at one table', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'mcp-'))
  let at: Desk
  let dm: SeatClient
  let wren: SeatClient
  let beats: Beat[] = []
  let refusals: string[][] = []

  beforeAll(async () => {
    at = await desk({ kind: 'browser' })
    await at.studio.setTable({ ...(await at.studio.tableSettings()), agents: { DM: { agent: 'mcp' }, Wren: { agent: 'mcp' } } })
    dm = await SeatClient.at(await at.studio.clientAccess({ seat: 'DM' }))
    wren = await SeatClient.at(await at.studio.clientAccess({ seat: 'Wren' }))
    await at.studio.autoplay({ pace: 0 })
    let isOver = false
    const stop = new AbortController()
    const untilSummed = async (): Promise<void> => {
      for await (const event of at.studio.events({}, stop.signal)) if (event.kind === 'beat' && event.beat.action === 'summarise') break
      isOver = true
    }
    const seats = [playSeat(dm, dmPolicy(), () => isOver), playSeat(wren, playerPolicy(), () => isOver)]
    const [, ...refused] = await Promise.all([untilSummed().then((): string[] => []), ...seats])
    refusals = refused
    await at.studio.pause()
    beats = (await at.studio.timeline({ limit: 500, line: true })).beats.toReversed()
  })
  afterAll(async () => {
    await at.close()
    rmSync(scratch, { recursive: true, force: true })
  })

  it('play a whole scene with the built-in table, and each act is one beat that names the seat and mcp', () => {
    expect(refusals).toEqual([[], []])
    const played = beats.filter(({ kind }) => kind === 'play')
    expect(new Set(played.map(({ actor, agent }) => `${actor} ${agent}`))).toEqual(new Set(['DM mcp', 'Wren mcp', 'Tobit offline', 'Pym offline']))
    const acts = played.filter(({ agent }) => agent === 'mcp').map(({ actor, action }) => `${actor} ${action}`)
    expect(acts).toEqual(
      expect.arrayContaining(['DM open_scene', 'DM narrate', 'DM call_on', 'Wren speak', 'Wren pass', 'DM end_scene', 'DM summarise'])
    )
  })

  it('leave a record of each turn, with what was understood, and no request to a model', async () => {
    const called = beats.find(({ action }) => action === 'call_on')!
    const turn = await at.studio.turn({ id: called.id })
    expect(turn).toMatchObject({ who: 'DM', seat: { agent: 'mcp' }, exchanges: [], calls: [{ tool: 'call_on', agent: 'mcp' }] })
    expect(turn?.calls[0]?.result).toContain('Understood who as')
    expect(turn?.context?.tools.map(({ name }) => name)).toContain('call_on')
  })

  it('give beats that verify, and the same tree when they are played again from their recording', async () => {
    expect((await at.studio.verify({ sinceChecked: false })).mismatches).toEqual([])
    const lines: string[] = []
    for await (const turn of at.studio.recording({})) lines.push(JSON.stringify(turn))
    const file = join(scratch, 'table.jsonl')
    writeFileSync(file, `${lines.join('\n')}\n`)
    const { play } = commands()
    const before = treeOf(at.dir)
    const first = beats.find(({ agent, kind }) => kind === 'play' && agent !== undefined)!
    const again = join(scratch, 'again')
    runProgram('git', ['clone', '-q', at.dir, again])
    runProgram('git', ['-C', again, 'checkout', '-q', '-B', 'main', first.parent ?? ''])
    await commands().takeRecording(again, file)
    const replayed: Beat[] = []
    await play(again, { beats: beats.length - beats.indexOf(first) }, (beat) => replayed.push(beat), { seats: { all: { agent: 'replay' } } })
    expect(replayed.map(({ subject }) => subject)).toEqual(beats.slice(beats.indexOf(first)).map(({ subject }) => subject))
    expect(treeOf(again)).toBe(before)
  })

  it('leave no token in the campaign', async () => {
    const { token } = await at.studio.clientAccess({ seat: 'DM' })
    const { status, stdout } = spawnSync('grep', ['-rlF', token, at.dir], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([1, ''])
  })
})
