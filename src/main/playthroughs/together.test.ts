import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { FakeMessages, FakeReply } from '../agents/anthropic/fake-messages.fixture'
import type { WireRequest } from '../agents/anthropic/wire.fixture'
import { KEY, modelDesk, playOn, treeOf, type Desk } from './studio.fixture'
import { takeRecording, recording, commands } from './commands.fixture'

let at: (Desk & { fake: FakeMessages }) | undefined
afterEach(async () => {
  await at?.close()
  at = undefined
})

const PARTY = ['Wren', 'Tobit', 'Pym']
/** The player whose seat a request is for; undefined for the DM's. */
const playerOf = ({ system }: WireRequest): string | undefined => {
  const words = JSON.stringify(system)
  return words.includes('You are the Dungeon Master') ? undefined : PARTY.find((name) => words.includes(`Your character is ${name}`))
}

const dm = (...parts: { tool: string; input: unknown }[]): FakeReply => ({ parts })
const summarise = dm({ tool: 'summarise', input: { text: 'They waited and said so.', recap: 'They waited.' } })
const round = (text: string): FakeReply => dm({ tool: 'narrate', input: { text } }, { tool: 'call_on', input: { who: ['all'] } })
const DM: readonly FakeReply[] = [
  dm({ tool: 'open_session', input: { title: 'All at once' } }),
  dm({ tool: 'open_scene', input: { title: 'The yard', aim: 'Hear everybody.', place: 'throat-yard' } }),
  round('Rain runs down the stones.'),
  round('It stops raining.'),
  dm({ tool: 'end_scene', input: { outcome: 'Everybody was heard.' } }),
  summarise,
  dm({ tool: 'end_session', input: {} })
]

/** A table whose DM calls on everybody twice, and whose players say something and pass; `hold` may delay or replace a player's answer. */
function script(hold: (who: string, nth: number, answer: FakeReply) => FakeReply | Promise<FakeReply> = (_who, _nth, answer) => answer) {
  const requests = new Map<string, number>()
  return (request: WireRequest): FakeReply | Promise<FakeReply> => {
    const who = playerOf(request)
    const nth = (requests.get(who ?? 'DM') ?? 0) + 1
    requests.set(who ?? 'DM', nth)
    if (who === undefined) return DM[nth - 1] ?? summarise
    return hold(who, nth, {
      parts: [
        { tool: 'speak', input: { text: `${who} says this for the ${nth}. time.` } },
        { tool: 'pass', input: {} }
      ]
    })
  }
}

/** Holds the players' answers until everybody was asked, and lets them go in reverse order. */
function together(): { hold: Parameters<typeof script>[0]; rounds: string[][] } {
  const rounds: string[][] = []
  let held: { who: string; go: () => void }[] = []
  const hold = (who: string, _nth: number, answer: FakeReply): Promise<FakeReply> =>
    new Promise((resolve) => {
      held.push({ who, go: () => resolve(answer) })
      if (held.length < PARTY.length) return
      rounds.push(held.map((one) => one.who))
      for (const one of held.toReversed()) one.go()
      held = []
    })
  return { hold, rounds }
}

const isOver = async (): Promise<boolean> => {
  const present = await at?.studio.present()
  return present?.table.running === false && present.state.next.phase === 'done'
}

describe('players who are called on together', () => {
  it('are asked at the same time; their answers are recorded in party order, and the tree is that of asking one after the other', async () => {
    const { hold, rounds } = together()
    at = await modelDesk(script(hold))
    await at.studio.autoplay({ pace: 0 })
    // An answer comes only after all three were asked, so this would never end if they were asked one after the other.
    await expect.poll(isOver).toBe(true)
    expect(rounds.map((who) => who.toSorted())).toEqual([PARTY.toSorted(), PARTY.toSorted()])
    expect(at.fake.wrong).toEqual([])
    const { beats } = await at.studio.timeline({ limit: 400 })
    const said = beats.toReversed().flatMap(({ actor, action }) => (action === 'speak' && actor !== 'DM' ? [actor] : []))
    expect(said).toEqual([...PARTY, ...PARTY])
    // Each turn has its own request, cost and record, and everybody's context was of the same beat.
    const turns = (await at.studio.turns({ limit: 400 })).lines.filter(({ who, exchanges }) => who !== 'DM' && exchanges > 0)
    expect(turns.map(({ who, exchanges, parent }) => [who, exchanges, parent === turns.at(-1)?.parent])).toEqual(
      [...PARTY, ...PARTY].toReversed().map((who, i) => [who, 1, i >= 3])
    )
    const cost = turns.reduce((sum, { usage }) => sum + (usage?.cost ?? 0), 0)
    expect(cost).toBeGreaterThan(0)
    expect(await at.studio.verify()).toMatchObject({ mismatches: [] })
    const tree = at.tree()

    // Their recording gives the same tree, although nobody is asked ahead there.
    const lines: string[] = []
    await recording(at.dir, undefined, (turn) => lines.push(JSON.stringify(turn)))
    const requestCount = at.fake.requests.length
    const first = at.dir
    await at.another()
    const file = `${at.dir}.jsonl`
    writeFileSync(file, lines.join('\n'))
    await at.studio.dispose()
    await takeRecording(at.dir, file)
    await commands().play(at.dir, { sessions: 1 }, () => undefined, { seats: { all: { agent: 'replay' } } })
    expect(treeOf(at.dir)).toBe(tree)
    expect(at.fake.requests).toHaveLength(requestCount)
    expect(treeOf(first)).toBe(tree)
    await at.close()

    at = await modelDesk(script())
    await playOn(at.studio)
    expect(at.tree()).toBe(tree)
  })

  it('are asked again within their turn, with the reason, if their answer has become impossible', async () => {
    const searching = { parts: [{ tool: 'search', input: { feature: 'chain' } }] }
    const other = (who: string): FakeReply => ({
      parts: [
        { tool: 'speak', input: { text: `${who} does something else.` } },
        { tool: 'pass', input: {} }
      ]
    })
    at = await modelDesk(script((who, nth) => (nth === 1 ? searching : other(who))))
    await at.studio.autoplay({ pace: 0 })
    await expect.poll(async () => (await roundOne()).length).toBeGreaterThanOrEqual(2)
    await at.studio.pause()
    const { beats } = await at.studio.timeline({ limit: 40 })
    const played = beats.toReversed().flatMap(({ actor, action }) => (PARTY.includes(actor) ? [`${actor} ${action}`] : []))
    expect(played.slice(0, 4)).toEqual(['Wren search', 'Tobit speak', 'Tobit pass', 'Pym speak'])
    const turns = (await at.studio.turns({ limit: 40 })).lines.filter(({ who, exchanges }) => who === 'Tobit' && exchanges > 0)
    expect(turns.at(-1)).toMatchObject({ exchanges: 2 })
    expect(at.fake.wrong).toEqual([])
  })

  it('are asked again in their turn, with the reason, if a fight overtakes their answer; an answer whose turn never comes is recorded with the reason', async () => {
    let goAhead = (): void => undefined
    const talked = new Promise<FakeReply>((resolve) => {
      goAhead = () => resolve({ parts: [{ tool: 'talk', input: { target: 'Hask' } }] })
    })
    const refused: string[] = []
    const asked = new Set<string | undefined>()
    const play = script((who, nth, answer) => (who === 'Wren' && nth === 1 ? talked : answer))
    at = await modelDesk((request) => {
      // After Tobit's second answer the table waits here until it is paused.
      if (refused.length > 0) return { ending: 'silence' }
      asked.add(playerOf(request))
      const content = request.messages.at(-1)?.content ?? []
      if (JSON.stringify(content).includes('A fight began')) refused.push(playerOf(request) ?? 'DM')
      return play(request)
    })
    // In this campaign, talking to a character starts a fight.
    const rule = join(at.dir, 'rules', 'actions', 'talk.ts')
    writeFileSync(rule, readFileSync(rule, 'utf8').replace("if (mood === 'hostile') {", '{'))
    execFileSync('git', ['-C', at.dir, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qam', 'A short temper'])
    await at.restart()
    await at.studio.setMachine({ key: KEY })
    await at.studio.editWorld({ edits: [{ op: 'put-actor', id: 'Pym', place: 'long-pull' }] })
    await at.studio.autoplay({ pace: 0 })
    await expect.poll(() => asked.size).toBe(4)
    await expect.poll(async () => (await at?.studio.present())?.table.thinking).toEqual(['Wren'])
    goAhead()
    await expect.poll(roundOne).toContain('Tobit')
    await at.studio.pause()
    const playersTurns = async (): Promise<{ who: string; exchanges: number; isBeat: boolean; words: string }[]> =>
      ((await at?.studio.turns({ limit: 40 }))?.lines ?? [])
        .filter(({ who, exchanges }) => who !== 'DM' && who !== 'Wren' && exchanges > 0)
        .map(({ who, exchanges, beat, words }) => ({ who, exchanges, isBeat: beat !== undefined, words }))
    expect(refused).toEqual(['Tobit'])
    expect(await playersTurns()).toEqual([{ who: 'Tobit', exchanges: 2, isBeat: true, words: 'Tobit: “Tobit says this for the 2. time.”' }])
    const tobits = (await at.studio.turns({ limit: 40 })).lines.find(({ who, exchanges }) => who === 'Tobit' && exchanges === 2)
    expect((await at.studio.rerun({ turn: tobits?.beat ?? '', seat: { agent: 'replay' } })).beat).toBeDefined()
    // Pym is elsewhere and has no turn in the fight.
    await at.restart()
    expect((await playersTurns())[0]).toEqual({ who: 'Pym', exchanges: 1, isBeat: false, words: 'A fight began before its turn came.' })
    expect(await at.studio.verify()).toMatchObject({ mismatches: [] })
    expect(at.fake.wrong).toEqual([])
  })

  it('are asked again, with the reason, if a choice overtakes their answer: in their turn, or in the next scene if this one ends first', async () => {
    const run = dm({ tool: 'run_scene', input: { event: 'The Counting' } })
    const scene = (title: string): FakeReply =>
      dm({ tool: 'open_scene', input: { title, aim: 'Hear everybody.', place: 'throat-yard', story: 'The Counting' } })
    const call = (...who: string[]): FakeReply => dm({ tool: 'call_on', input: { who } })
    const ending = dm({ tool: 'end_scene', input: { outcome: 'Everybody was heard.' } })
    const dms = [DM[0] as FakeReply, scene('The yard'), run, run, run, call('all'), call('Tobit'), ending, summarise, scene('Later'), call('all')]
    let goAhead = (): void => undefined
    const first = new Promise<FakeReply>((resolve) => {
      goAhead = () => resolve({ parts: [{ tool: 'choose_option', input: { choice: '2' } }] })
    })
    const nth = new Map<string, number>()
    const told: [who: string, words: string][] = []
    const pass: FakeReply = { parts: [{ tool: 'pass', input: {} }] }
    at = await modelDesk((request) => {
      const who = playerOf(request) ?? 'DM'
      const n = (nth.get(who) ?? 0) + 1
      nth.set(who, n)
      const words = JSON.stringify(request.messages.at(-1)?.content)
      if (words.includes('before its turn came')) told.push([who, words.replaceAll('\\"', '"')])
      if (who === 'DM') return dms[n - 1] ?? ending
      // Everybody lets the choice pass once. When they are called on together, everybody wants to choose, and the first one does.
      if (n !== 2) return pass
      return who === 'Wren' ? first : { parts: [{ tool: 'choose_option', input: { choice: '3' } }] }
    })
    await at.studio.autoplay({ pace: 0 })
    await expect.poll(() => [nth.get('Tobit'), nth.get('Pym')]).toEqual([2, 2])
    await expect.poll(async () => (await at?.studio.present())?.table.thinking).toEqual(['Wren'])
    goAhead()
    await expect.poll(() => told.length).toBe(2)
    await at.studio.pause()
    expect(told).toEqual([
      ['Tobit', expect.stringContaining('Not done. Something else happened before its turn came. Read what happened, then decide anew.')],
      ['Pym', expect.stringContaining('The scene ended before its turn came. Decide anew.\\nchoose_option {"choice":"3"}: not done')]
    ])
    // The answer that wasn't played is paid for and recorded with the reason.
    const unplayed = (await at.studio.turns({ limit: 60 })).lines.filter(({ beat }) => beat === undefined)
    expect(unplayed).toContainEqual(expect.objectContaining({ who: 'Pym', exchanges: 1, words: 'The scene ended before its turn came.' }))
    const { beats } = await at.studio.timeline({ limit: 60 })
    expect(beats.flatMap(({ actor, action }) => (action === 'choose_option' ? [actor] : []))).toEqual(['Wren'])
    expect(await at.studio.verify()).toMatchObject({ mismatches: [] })
    expect(at.fake.wrong).toEqual([])
  })

  const roundOne = async (): Promise<string[]> => {
    const { beats } = (await at?.studio.timeline({ limit: 40 })) ?? { beats: [] }
    return beats.toReversed().flatMap(({ actor, action }) => (action === 'speak' ? [actor] : []))
  }
  const stopped = async (): Promise<boolean> => (await at?.studio.present())?.table.running === false

  it('are all broken off by a pause; who has answered by then is not asked again', async () => {
    const seats: string[] = []
    let isSilent = true
    at = await modelDesk(
      script((who, _nth, answer) => {
        seats.push(who)
        return isSilent && who !== 'Tobit' ? { ending: 'silence' } : answer
      })
    )
    await at.studio.autoplay({ pace: 0 })
    await expect.poll(async () => (await at?.studio.present())?.table.thinking).toEqual(['Wren', 'Pym'])
    expect((await at.studio.pause()).thinking).toBeUndefined()
    await expect.poll(() => at?.fake.open).toBe(0)
    expect(await roundOne()).toEqual([])
    const broken = (await at.studio.turns({ limit: 9 })).lines.filter(({ beat }) => beat === undefined)
    expect(broken.map(({ who, words }) => `${who}: ${words}`).toSorted()).toEqual(
      ['Pym', 'Wren'].map((who) => `${who}: Stopped before the turn was over.`)
    )
    isSilent = false
    await at.studio.autoplay({ pace: 0 })
    await expect.poll(async () => (await roundOne()).length).toBeGreaterThanOrEqual(3)
    await at.studio.pause()
    expect((await roundOne()).slice(0, 3)).toEqual(PARTY)
    expect(seats.slice(0, 5).toSorted()).toEqual([...PARTY, 'Pym', 'Wren'].toSorted())
  })

  it('are no longer under way once all of them have failed and the table has stopped', async () => {
    at = await modelDesk(script((_who, nth, answer) => (nth >= 0 ? { status: 401, type: 'authentication_error', message: 'invalid key' } : answer)))
    await at.studio.autoplay({ pace: 0 })
    await expect.poll(stopped).toBe(true)
    const underWay = (): string[] => {
      const turns = new Map<string, string>()
      for (const event of at?.heard ?? [])
        if (event.kind === 'live') {
          if (event.live.at === 'end') turns.delete(event.live.turn)
          else turns.set(event.live.turn, event.live.who)
        }
      return [...turns.values()]
    }
    await expect.poll(underWay).toEqual([])
    const failed = (await at.studio.turns({ limit: 9 })).lines.filter(({ beat }) => beat === undefined)
    expect(failed.map(({ who }) => who).toSorted()).toEqual(PARTY.toSorted())
  })

  it.each(['Wren', 'Pym'])('lose no answer because %s fails; each news of a turn names its seat', async (failing) => {
    const seats: string[] = []
    let isBroken = true
    at = await modelDesk(
      script((who, _nth, answer) => {
        seats.push(who)
        return isBroken && who === failing ? { status: 401, type: 'authentication_error', message: 'invalid key' } : answer
      })
    )
    await at.studio.autoplay({ pace: 0 })
    await expect.poll(stopped).toBe(true)
    const present = await at.studio.present()
    expect(present?.table.stopped).toContain('key')
    expect(await roundOne()).toEqual(PARTY.slice(0, PARTY.indexOf(failing)))
    await expect
      .poll(() => at?.heard.flatMap((event) => (event.kind === 'live' && event.live.at === 'exchange' ? [event.live.who] : [])).length)
      .toBe(6)
    isBroken = false
    await at.studio.autoplay({ pace: 0 })
    await expect.poll(async () => (await roundOne()).length).toBeGreaterThanOrEqual(3)
    await at.studio.pause()
    expect((await roundOne()).slice(0, 3)).toEqual(PARTY)
    expect(seats.slice(0, 4).toSorted()).toEqual([...PARTY, failing].toSorted())
  })
})
