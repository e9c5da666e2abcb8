import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ActionCall, Beat, Params } from '../../shared/story/play'
import type { Refusal, StudioEvent } from '../../shared/table/present'
import { memoryKeys } from '../machine/keys'
import type { PlaySummary } from '../cli/campaigns'
import { createStudio } from '../studio/studio'
import { RESOURCES } from '../playthroughs/samples.fixture'
import { playMany, storyLog } from '../playthroughs/commands.fixture'

const SEARCH = 'rules/actions/search.ts'
const REASON = /^The rule "search" failed: no light\. Look at actions\/search\.ts line \d+\.$/

let home = ''
let dir = ''
let studio: ReturnType<typeof createStudio>
let heard: StudioEvent[] = []
const open = async (): Promise<void> => {
  studio = createStudio({ kind: 'terminal', version: '0', home, resources: RESOURCES, keys: memoryKeys() })
  if (dir !== '') await studio.open({ dir })
  heard = []
  void (async () => {
    for await (const event of studio.events(undefined, new AbortController().signal)) heard.push(event)
  })()
}
/** A blank campaign with something to search and a hero without wants, so that its story doesn't end after a few beats. */
async function create(): Promise<void> {
  await studio.create({ dir, template: 'blank', seed: '1' })
  await studio.editWorld({
    edits: [{ op: 'put-place', id: 'crossroads', fields: { features: { chest: { name: 'an old chest', text: 'Straw.' } } } }]
  })
  write(HERO, read(HERO).replace(/^wants:\n(?: .*\n)+/m, ''))
  await studio.adopt()
}
const HERO = 'world/players/Hero/ABOUT.md'
const write = (path: string, text: string): void => writeFileSync(join(dir, path), text)
const read = (path: string): string => readFileSync(join(dir, path), 'utf8')

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'stalls-'))
  dir = ''
  await open()
  dir = join(home, 'campaign')
  await create()
})
afterEach(async () => {
  await studio.dispose()
  rmSync(home, { recursive: true, force: true })
})

/** Closes the Studio and plays in a terminal. */
async function play(
  beats: number,
  edits?: 'adopt' | 'set-aside' | 'leave'
): Promise<{ played: PlaySummary | { code: string; message: string }; paused: [Beat, readonly Refusal[]][] }> {
  await studio.dispose()
  const paused: [Beat, readonly Refusal[]][] = []
  const played = await playMany(dir, { beats }, (beat, refused) => paused.push([beat, refused]), { edits }).catch(
    (thrown: { code: string; message: string }) => thrown
  )
  await open()
  return { played, paused }
}

describe('a rule that fails whenever it is tried', () => {
  const good = (): string => readFileSync(join(RESOURCES, 'rules/cairn-hack/actions/search.ts'), 'utf8')
  beforeEach(async () => {
    write(SEARCH, good().replace('execute(state, actor, params) {', "execute(state, actor, params) {\n    throw new Error('no light')"))
    await studio.adopt()
  })

  it('pauses the table after three passes for it, and again after three more, until something is corrected', async () => {
    const first = await play(200)
    expect(first.played).toMatchObject({
      code: 'stalled',
      data: { who: 'Hero', action: 'search', params: { feature: 'chest' }, place: 'crossroads', file: SEARCH }
    })
    expect((first.played as { message: string }).message).toMatch(
      /^Hero passed 3 times in a row because "search" was refused: The rule "search" failed: no light/
    )
    const refused = first.paused.filter(([, list]) => list.length > 0)
    expect(refused.slice(-3).map(([{ action, actor }]) => `${actor} ${action}`)).toEqual(['Hero pass', 'Hero pass', 'Hero pass'])
    expect(refused[0]?.[1]).toMatchObject([{ by: 'Hero', action: 'search', params: { feature: 'chest' }, place: 'crossroads' }])
    expect(first.paused.at(-1)).toEqual(refused.at(-1))
    const again = await play(200)
    expect((again.played as { message: string }).message).toMatch(/^Hero passed (?:3|6) times in a row/)
    write(SEARCH, good())
    await studio.adopt()
    expect((await play(30)).played).toMatchObject({ beats: 30 })
  })

  it('pauses the same when every beat is a process of its own', async () => {
    const whole = await play(200)
    const count = whole.paused.length
    await studio.dispose()
    dir = join(home, 'other')
    studio = createStudio({ kind: 'terminal', version: '0', home, resources: RESOURCES, keys: memoryKeys() })
    await create()
    write(SEARCH, good().replace('execute(state, actor, params) {', "execute(state, actor, params) {\n    throw new Error('no light')"))
    await studio.adopt()
    for (let n = 1; n < count; n++) expect((await play(1)).played).toMatchObject({ beats: 1 })
    expect((await play(1)).played).toMatchObject({ code: 'stalled' })
  })

  it('stands in the log beside the pass, live and after opening again, and in that of the command line', async () => {
    await studio.autoplay({ pace: 0 })
    await expect.poll(async () => (await studio.present())?.table.running).toBe(false)
    const { table, head } = (await studio.present())!
    expect(table.stopped).toMatch(/^Hero passed 3 times in a row/)
    expect(heard.filter((event) => event.kind === 'problem')).toMatchObject([{ problem: { code: 'stalled', message: table.stopped } }])
    const live = heard.flatMap((event) => (event.kind === 'beat' ? event.toolCalls : [])).filter(({ problem }) => problem !== undefined)
    expect(live.slice(-3)).toMatchObject([1, 2, 3].map(() => ({ tool: 'search', place: 'crossroads' })))
    await studio.dispose()
    await open()
    expect((await studio.log({ commit: head }))?.refused?.at(-1)).toMatchObject({ by: 'Hero', action: 'search', place: 'crossroads' })
    const lines = (await storyLog(dir)).flatMap(({ refused = [] }) => refused)
    expect(lines.map(({ by, reason }) => [by, reason])).toEqual(live.map(({ by, problem }) => [by, problem]))
    expect(lines.at(-1)?.reason).toMatch(REASON)
    // Play continues: three passes later the table pauses again.
    await studio.step()
    expect((await studio.present())?.table.stopped).toBeUndefined()
  })
})

describe('files that were changed outside', () => {
  const HILL = 'world/regions/home/locations/hill.yaml'
  beforeEach(() => write(HILL, read(HILL).replace('name: The Hill', 'name: The High Hill')))
  const choose = { code: 'dirty', data: { choose: true, files: 1 } }

  it('the designer is asked before the first beat, and playing without the changes is remembered until others occur', async () => {
    await expect(studio.step()).rejects.toMatchObject(choose)
    await expect(studio.autoplay({ pace: 0 })).rejects.toMatchObject(choose)
    expect((await studio.present())?.state.next.beat).toBe(2)
    await studio.leaveEdits()
    expect(await studio.step()).toMatchObject({ n: 3 })
    write(HILL, read(HILL).replace('High Hill', 'Highest Hill'))
    expect(await studio.step()).toMatchObject({ n: 4 })
    write('world/notes.md', '# Mine\n')
    await expect(studio.step()).rejects.toMatchObject({ code: 'dirty', data: { choose: true, files: 2 } })
    await studio.adopt()
    expect(await studio.step()).toMatchObject({ n: 6 })
  })

  it('the designer is asked before a manual turn too, also while the table waits for it', async () => {
    const call = (action: string, actor: string, params: Params = {}): ActionCall => ({ kind: 'play', action, actor, params, agent: 'hand' })
    const begin = call('open_session', 'DM', { title: 'One' })
    const beat = async (): Promise<number | undefined> => (await studio.present())?.state.next.beat
    await studio.take({ who: 'DM', how: 'always' })
    await expect(studio.play(begin)).rejects.toMatchObject(choose)
    await expect(studio.autoplay({ pace: 0 })).rejects.toMatchObject(choose)
    await studio.setAside()
    await studio.autoplay({ pace: 0 })
    write(HILL, read(HILL).replace('name: The Hill', 'name: The High Hill'))
    await expect(studio.play(begin)).rejects.toMatchObject(choose)
    expect(await beat()).toBe(2)
    await studio.leaveEdits()
    expect(await studio.play(begin)).toMatchObject({ n: 3 })
    await studio.pause()
    // A milestone doesn't ask, because it is about the saved story.
    write('world/notes.md', '# Mine\n')
    expect(await studio.play(call('milestone', 'designer'))).toMatchObject({ n: 4 })
  })

  it('the command line stops with a sentence unless it says what to do with the changes', async () => {
    const { played } = await play(1)
    expect(played).toMatchObject({
      code: 'dirty',
      message: `1 file was changed outside and is not part of the story yet: ${HILL}. Say what to do with them: --edits adopt, --edits set-aside, or --edits leave to play the saved world.`
    })
    expect((await play(1, 'leave')).played).toMatchObject({ beats: 1 })
    expect(read(HILL)).toContain('High Hill')
    const aside = await play(1, 'set-aside')
    expect(readdirSync((aside.played as PlaySummary).aside ?? '')).not.toEqual([])
    expect(read(HILL)).not.toContain('High Hill')
    write(HILL, read(HILL).replace('name: The Hill', 'name: The High Hill'))
    const adopted = await play(1, 'adopt')
    expect(adopted.paused.map(([{ kind }]) => kind)).toEqual(['edit', 'play'])
    expect((await studio.present())?.state.places['hill']?.name).toBe('The High Hill')
  })
})
