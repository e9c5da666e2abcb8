import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diff } from '../../shared/base/json'
import type { Params } from '../../shared/story/play'
import { toProblem } from '../../shared/base/problem'
import { Hydrator } from '../campaign/hydrate'
import { recallWords } from '../../shared/words/recall-words'
import { fraction } from '../engine/dice'
import { DM, party } from '../engine/people'
import { lookUp } from '../story/seats/look-up'
import { createCampaign } from '../story/creation/create'
import { OpenCampaign } from '../story/open-campaign'
import { rulingDraft } from '../story/notes/ruling-draft'
import { contextOf } from '../story/seats/seat-view'
import { verify } from '../story/checks/verify'
import { saveFile } from '../story/edits/save-file'
import { playMany, recallAt } from './commands.fixture'

const home = mkdtempSync(join(tmpdir(), 'recall-'))
const base = join(home, 'base')
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** The sample campaign at the DM's first turn of its first scene. */
beforeAll(async () => {
  await createCampaign({ dir: base, game: 'cairn-hack', seed: '7', template: 'sample', resources: resolve(import.meta.dirname, '../../..'), now: 0 })
  await playMany(base, { beats: 2 }, () => undefined)
})

/** A copy of it, open; `play` makes a beat. */
async function table(name: string) {
  const dir = join(home, name)
  cpSync(base, dir, { recursive: true })
  const campaign = await OpenCampaign.open(dir, { clock: () => 0 })
  const play = (actor: string, action: string, params: Params = {}) =>
    campaign.recordBeat({ kind: 'play', action, actor, params, agent: 'hand' }).beat.id
  const recall = (who: string, input: Params) => lookUp(campaign, who, { tool: 'recall', input })
  return { dir, campaign, play, recall }
}
const record = (path: string, content: string): Params => ({ note_path: path, content })

it('the DM finds places, journeys and what people know; a player finds only the place where they are', async () => {
  const { campaign, recall } = await table('world')
  const found = (query: string, who: string = DM): string => recall(who, { query })
  expect(found('padlock')).toContain('regions/underclint/locations/throat-yard.yaml — Throat Yard')
  expect(found('who sold the bell')).toContain('npcs/Loom/STATS.yaml — Reeve Loom')
  expect(found('guard pin')).toContain('npcs/Hask/STATS.yaml — ')
  const { from = '', to = '' } = Object.values(campaign.snapshot.state.journeys)[0] ?? {}
  const nameOf = (id: string): string => campaign.snapshot.state.places[id]?.name ?? ''
  expect(found(`${nameOf(from)} to ${nameOf(to)}`)).toContain('journeys.yaml')
  expect(found('brother')).toContain('players/Wren/ABOUT.md')
  expect(found('padlock', 'Wren')).toMatch(/^1 note of \d+:\n\n\S+throat-yard\.yaml — Throat Yard\n/)
  for (const query of ['who sold the bell', 'guard pin', 'ropemaker']) expect(found(query, 'Wren')).toMatch(/^No match in \d+ notes?\.$/)
  campaign.dispose()
})

it('of a story event that can’t begin yet the DM finds the title and what it waits for; a designer finds all of it', async () => {
  const { campaign, recall } = await table('unready')
  const query = 'eleven people turn over and begin to snore'
  expect(recall(DM, { query })).toMatch(
    /story\/Nought\/ABOUT\.md — Nought[^\n]*\n\s*A story event that can't begin yet\. It begins when: jory-found, honesty-found\./
  )
  expect(recall(DM, { query })).not.toMatch(/turn over and begin/)
  const { hits } = await campaign.past.recall(DM, { query }, campaign.snapshot.commit.id)
  expect(hits.find(({ title }) => title === 'Nought')?.snippet).toContain('turn over and begin')
  expect(recall(DM, { query: 'the party is in Throat Yard at dusk and may ask' })).toMatch(
    /story\/The Counting\/ABOUT\.md — The Counting[^\n]*\n.*dusk/
  )
  campaign.dispose()
})

describe('a ruling', () => {
  it('is linked from the beats whose words cite it, then and now, and found again by its link', async () => {
    const { dir, campaign, play, recall } = await table('ruling')
    play(DM, 'record', record('rulings/rope-and-weight.md', '# Rope and weight\n\nA rope holds two.'))
    const narrated = play(DM, 'narrate', { text: 'The rope creaks; three are one too many ([[rope-and-weight|as ruled]]).' })
    const second = play(DM, 'record', record('rulings/falling.md', '# Falling\n\nTen feet are d6; a rope slows it ([[Rope and weight]]).'))
    const plain = play(DM, 'narrate', { text: 'Nobody cites anything; `[[Falling]]` is code.' })
    const hushed = play(DM, 'speak', { player: 'Wren', text: 'You would fall, by [[falling]].' })
    play(DM, 'record', record('rulings/rope-and-weight.md', '# Rope and weight\n\nA rope holds three.'))

    const cites = async (beat: string) => (await campaign.past.beat(beat)).cites
    expect(await cites(narrated)).toEqual([
      {
        path: 'world/rulings/rope-and-weight.md',
        title: 'Rope and weight',
        text: expect.stringMatching(/^# Rope and weight\n\nA rope holds two\.\n\nDecided in \[\[beat \d+\]\]\.$/) as string
      }
    ])
    expect((await cites(second)).map(({ title }) => title)).toEqual(['Rope and weight'])
    expect([await cites(plain), (await cites(hushed)).map(({ title }) => title)]).toEqual([[], ['Falling']])

    expect(recall(DM, { link_target: 'Falling' })).toMatch(/^No match in \d+ notes\.\nNamed in this scene: beat \d+ by the DM\.$/)
    expect(recall(DM, { link_target: 'rulings/rope-and-weight.md' })).toMatch(
      /^1 note of \d+:\n\nrulings\/falling\.md — Falling \(.*\)\n# Falling .*\[\[Rope and weight\]\]\)\..*\n\nNamed in this scene: beat \d+ by the DM\.$/
    )
    expect(recall('Wren', { link_target: 'Falling' })).toMatch(/^No match in \d+ notes\.$/)
    expect((await verify(campaign)).mismatches).toEqual([])
    campaign.dispose()

    const answer = await recallAt(dir, 'dm', { query: '"holds two"' }, narrated)
    expect([answer.hits.map(({ path }) => path), recallWords(await recallAt(dir, 'DM', { query: '"holds two"' }))]).toEqual([
      ['rulings/rope-and-weight.md'],
      expect.stringMatching(/^No match in/)
    ])
    await expect(recallAt(dir, 'Gant', {})).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(/^No character "Gant" keeps notes\. Name one of DM, /)
    })
  })
})

describe('a ruling that the designer makes about a beat', () => {
  it('says what was asked and what the rules said, is linked both ways, and reaches the DM', async () => {
    const { campaign, play } = await table("designer's ruling")
    const told = play(DM, 'narrate', { text: 'Go on.\nThe [[well]] is dry.' })
    const { n } = (await campaign.past.beat(told)).beat
    const draft = await rulingDraft(campaign, told)
    expect(draft.path).toBe(`world/rulings/narrate-in-beat-${n}.md`)
    const lines = draft.text.split('\n')
    expect(lines.slice(draft.line - 3, draft.line + 3)).toEqual([`# Narrate in beat ${n}`, '', '', '', '## What was asked', ''])
    expect(draft.text).toContain(`The DM used “narrate” in [[beat ${n}]]:\n\n> Go on.\n> The [[well]] is dry.`)
    expect(draft.text).toContain('## What the rules say\n\nThe rules had no part in it.')

    const text = draft.text.replace('\n\n\n\n## What', '\n\nA dry well holds no [[lantern]].\n\n## What')
    await saveFile(campaign, { path: draft.path, text, subject: 'Rules', over: null })
    const { lore } = campaign.snapshot
    expect(lore.topics.find(({ path }) => path === draft.path)).toMatchObject({ beats: [n], tags: ['ruling'] })
    const found = (input: Params): string => lookUp(campaign, DM, { tool: 'recall', input })
    const searches: Params[] = [{ query: 'holds no [[lantern' }, { tags: ['ruling'] }, { link_target: `beat ${n}` }]
    for (const input of searches) expect(found(input)).toContain(`rulings/narrate-in-beat-${n}.md`)
    // Named at the table, it stands in the DM's context whole.
    play(DM, 'narrate', { text: `By the ruling “Narrate in beat ${n}”, nothing is in there.` })
    const { pieces } = contextOf(campaign.snapshot, DM)
    expect(pieces.find(({ id }) => id === `note:rulings/narrate-in-beat-${n}.md`)?.text).toContain('A dry well holds no [[lantern]].')
    expect(contextOf(campaign.snapshot, 'Wren').pieces.some(({ text }) => text.includes('holds no [[lantern'))).toBe(false)

    // A second one about the same beat is another file; a beat of another branch would be another beat here.
    expect((await rulingDraft(campaign, told)).path).toBe(`world/rulings/narrate-in-beat-${n}-2.md`)
    const aside = play(DM, 'narrate', { text: 'Elsewhere.' })
    const other = new Proxy(campaign, {
      get: (it, key) => (key === 'snapshot' ? { ...it.snapshot, commit: it.history.commit(told) } : Reflect.get(it, key))
    })
    await expect(rulingDraft(other, aside)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('is on another branch') as string
    })
    campaign.dispose()
  })

  it('tells an action with its choices, its dice and what was refused', async () => {
    const { campaign } = await table('asked')
    const { state, game } = campaign.snapshot
    const who = party(state)[0] ?? ''
    const place = state.places[state.actors[who]?.location ?? '']?.name ?? ''
    for (let left = 12; left > 0 && campaign.snapshot.state.next.actor !== who; left--)
      campaign.recordBeat({ kind: 'play', action: 'call_on', actor: DM, params: { who: [who] }, agent: 'hand' })
    const offer = game.offers(campaign.snapshot.state, who, ['explore'])[0]
    expect(offer?.name).toBe('explore')
    const { beat } = campaign.recordBeat({ kind: 'play', action: 'explore', actor: who, params: {}, agent: 'hand' })
    const { text, path } = await rulingDraft(campaign, beat.id)
    expect(path).toBe(`world/rulings/explore-in-beat-${beat.n}.md`)
    expect(text).toContain(`[[${state.actors[who]?.name}]] used “explore” in [[beat ${beat.n}]] at [[${place}]].`)
    expect(text).toMatch(/## What the rules say\n\n- \S/)
    // A ruling that the DM records without a link is linked to the beat that recorded it, and its text can still be replayed.
    const long = `# Long\n\n${'A word. '.repeat(400)}`.trim()
    for (let left = 12; left > 0 && campaign.snapshot.state.next.phase !== 'dm'; left--)
      campaign.recordBeat({ kind: 'play', action: 'pass', actor: campaign.snapshot.state.next.actor, params: {}, agent: 'hand' })
    const made = campaign.recordBeat({ kind: 'play', action: 'record', actor: DM, params: record('rulings/long.md', long), agent: 'hand' }).beat
    expect(campaign.snapshot.lore.topics.find(({ path: one }) => one === 'world/rulings/long.md')).toMatchObject({ beats: [made.n] })
    expect((await campaign.past.beat(made.id)).params['content']).toBe(long)
    expect((await verify(campaign)).mismatches).toEqual([])
    campaign.dispose()
  })
})

describe('a player', () => {
  it('recalls what they recorded at once, and nothing of the others or the world', async () => {
    const { campaign, play, recall } = await table('player')
    play(DM, 'narrate', { text: 'Go on.' })
    play(DM, 'call_on', { who: ['Wren'] })
    expect(recall('Wren', { query: 'gant' })).toMatch(/^No match in/)
    play('Wren', 'record', { ...record('people/gant.md', 'Gant is at [[The Well]].'), tags: ['npc', 'wary'] })
    expect(recall('Wren', { tags: ['wary', 'NPC'] })).toMatch(
      /^1 note of \d+:\n\npeople\/gant\.md — gant \(tags: npc, wary; .*Z\)\nGant is at \[\[The Well\]\]\.$/
    )
    expect(recall('Wren', { tags: 'wary, npc', query: 'GANT' })).toContain('people/gant.md')
    play('Wren', 'record', record('player-notes/Wren/people/gant.md', 'Gant is gone.'))
    expect([recall('Wren', { query: '"is at"' }), recall('Wren', { query: '"is gone"' })]).toEqual([
      expect.stringMatching(/^No match in/),
      expect.stringContaining('people/gant.md')
    ])
    for (const who of ['DM', 'Pym']) expect(recall(who, { query: '"Gant is gone"' })).toMatch(/^No match in/)
    campaign.dispose()
  })

  it.each([
    [{ query: 'x', depth: 3 }, /^recall has no parameter "depth"\./],
    [{ sort: 'size' }, /^recall can't take "size" for "sort"\. Choose one of: modified, relevance\.$/],
    [{ limit: 'many' }, /^recall needs a number for "limit"\./]
  ])('is told what is invalid: %j', async (input, says) => {
    const { campaign, recall } = await table(`asks-${says.source.length}`)
    expect(() => recall('Wren', input as Params)).toThrow(expect.objectContaining({ code: 'refused', message: expect.stringMatching(says) }))
    campaign.dispose()
  })
})

it('whatever spaces, line ends, letters and front matter a text comes with, its beat plays again the same', async () => {
  const { campaign, play } = await table('said')
  const long = 'The rope creaks, and below in the dark the water answers. '
  const texts = [`${long.repeat(4)}\n\n`, `  ${long}\r\n${long}Zoe\u0308\0`, `${long.repeat(3)}<br>`, '@tree:0123456789abcdef']
  for (const text of texts.slice(0, 3)) play(DM, 'narrate', { text })
  for (const text of texts) play(DM, 'speak', { player: 'Wren', text })
  play(DM, 'call_on', { who: ['Wren'] })
  play('Wren', 'record', {
    ...record('a.md', `---\ntags: [x]\n---\n\n${long.repeat(5)}\r\n`),
    tags: Array.from({ length: 30 }, (_, i) => `tag ${i}`).join(', ')
  })
  play('Wren', 'remember', { text: texts[1] ?? '' })
  play('Wren', 'whisper', { text: texts[1] ?? '' })
  play(DM, 'speak', { player: 'Wren', text: texts[2] ?? '' })
  play('Wren', 'record', record(`${'deep/'.repeat(6)}${'d'.repeat(150)}.md`, `---\n${long}\n---\n${long}${long}`))
  play('Wren', 'pass')
  campaign.recordBeat({ kind: 'play', action: 'reseed', actor: 'designer', params: { seed: 's'.repeat(180) }, agent: 'hand' })
  play(DM, 'end_scene', { outcome: ` ${long.repeat(4)} ` })
  play(DM, 'summarise', { text: `${long.repeat(5)}\r\n\r\n`, recap: ` ${long.repeat(6)}\r\n\r\n${long}` })
  play(DM, 'open_scene', { title: `${long.repeat(4)} `, place: campaign.snapshot.state.actors['Wren']?.location ?? '', aim: ` ${long.repeat(4)}` })
  expect((await verify(campaign)).mismatches).toEqual([])
  expect(campaign.snapshot.state.scene?.title).toBe(long.repeat(4).trim())
  campaign.dispose()
})

it('whatever the DM records, the campaign reads back as the state that was played', async () => {
  const { campaign } = await table('anything')
  let k = 0
  const pick = <T>(list: readonly T[]): T => list[Math.floor(fraction(`paths ${k++}`) * list.length)] as T
  const parts = [
    'npcs',
    'NPCs',
    'players',
    'regions',
    'story',
    'rulings',
    'misc',
    'events',
    'Gant',
    'gant',
    'New',
    'locations',
    'a',
    'world',
    '..',
    'con'
  ]
  const ends = ['ABOUT.md', 'about.md', 'a.md', 'STATE.md', 'a.yaml', 'a.md/b.md', 'TIMELINE.md']
  const bodies = ['Plain.', '---\ntitle: 3\n---\nText.', '---\nsays: no\n---\nText.', '---\n- a\n---\nText.', '---\na: [\n---\nText.', '# T\n[[a]]']
  const wrong: unknown[] = []
  const outcomes = { kept: 0, refused: 0 }
  for (let i = 0; i < 70; i++) {
    const path = [...Array.from({ length: Math.floor(fraction(`depth ${i}`) * 4) }, () => pick(parts)), pick(ends)].join('/')
    const before = campaign.snapshot
    try {
      campaign.recordBeat({ kind: 'play', action: 'record', actor: DM, params: record(path, pick(bodies)), agent: 'hand' })
      outcomes.kept++
    } catch (thrown) {
      if (toProblem(thrown).code !== 'refused' || campaign.snapshot !== before) wrong.push([path, thrown])
      outcomes.refused++
      continue
    }
    const { state, commit } = campaign.snapshot
    wrong.push(...diff(new Hydrator(campaign.history).at(commit.tree).state, state).map((change) => [path, change]))
    // A DM turn has eight calls; the table then goes on to the players, who pass.
    for (let next = state.next; next.phase === 'player'; next = campaign.snapshot.state.next)
      campaign.recordBeat({ kind: 'play', action: 'pass', actor: next.actor, params: {}, agent: 'hand' })
  }
  expect(wrong).toEqual([])
  expect(outcomes.kept).toBeGreaterThan(10)
  expect(outcomes.refused).toBeGreaterThan(10)
  campaign.dispose()
})
