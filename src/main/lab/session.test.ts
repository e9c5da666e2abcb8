import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LabPlan } from '../../shared/lab/plan'
import type { SessionRows } from '../../shared/lab/rows'
import { FILES } from '../campaign/layout'
import { OpenCampaign } from '../story/open-campaign'
import { FILE_EDIT } from '../story/edits/edit-history'
import { verify } from '../story/checks/verify'
import { editing, type Editing } from '../story/world/editing.fixture'
import { type LabMaterial, materialOf } from './material'
import { Sessions } from './session'

let at: Editing
let material: LabMaterial
let head: string
beforeAll(async () => {
  at = await editing('sample')
  head = at.git('rev-parse', 'HEAD').trim()
  const campaign = await OpenCampaign.open(at.dir, { clock: () => 0, readOnly: true })
  material = materialOf(campaign, head, process.cwd())
  campaign.dispose()
})
afterAll(() => at.close())

const explorers = { name: 'Explorers', personas: { all: 'explorer', Wren: 'direction/talker.md' } }
const planOf = (plan: object): LabPlan => LabPlan.parse({ end: { storySessions: 1, beats: 60 }, ...plan })

async function played(plan: LabPlan, ...sessions: number[]): Promise<SessionRows[]> {
  const player = await Sessions.load(material, plan)
  try {
    const all: SessionRows[] = []
    for (const session of sessions) all.push(await player.play(session))
    return all
  } finally {
    player.dispose()
  }
}

describe('a session of a run', () => {
  it('depends on its seed and its party alone, not on the sessions before it or on the first seed', async () => {
    const [, third] = await played(planOf({}), 0, 2)
    expect(await played(planOf({}), 2)).toEqual([third])
    const [sameSeed] = await played(planOf({ firstSeed: 3 }), 0)
    expect(sameSeed?.session).toEqual({ ...third?.session, session: 0 })
    const [others] = await played(planOf({ parties: [explorers] }), 2)
    expect(others?.session.digest).not.toBe(third?.session.digest)
  })

  it('ends where its plan says, and counts what was played until then', async () => {
    const [cut] = await played(planOf({ end: { storySessions: 1, beats: 25 } }), 0)
    expect(cut?.session).toMatchObject({ ending: 'beats', beats: 25, story_sessions: 1 })
    expect(cut?.beat.map(({ beat }) => beat)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1))
    const when = 'any.player.location == "bell-house"'
    const [there] = await played(planOf({ end: { storySessions: 1, beats: 400, when } }), 0)
    expect(there?.session.ending).toBe('goal')
    expect(there?.visit.filter(({ place }) => place === 'bell-house').map(({ arrived }) => arrived)).toContain(there?.session.beats)
    const [whole] = await played(planOf({ end: { storySessions: 1, beats: 2000 } }), 0)
    expect(whole?.session).toMatchObject({ ending: 'sessions', story_sessions: 1 })
  })

  it('is refused where the campaign is over', async () => {
    const next = Buffer.from(material.files.get(FILES.next) ?? []).toString()
    const over: LabMaterial = { ...material, files: new Map([...material.files, [FILES.next, Buffer.from(`${next}ended: true\n`)]]) }
    await expect(Sessions.load(over, planOf({}))).rejects.toThrow('The campaign is over at this commit')
  })

  it('has rows that agree with each other', async () => {
    const [rows] = await played(planOf({ watch: [{ name: 'known', expression: 'fact.it-listens' }] }), 1)
    if (!rows) throw new Error('Nothing was played.')
    const { session, beat, action, visit, roll, exercise, offer, outcome, value } = rows
    expect(action.filter(({ ok }) => ok).map((one) => one.action)).toEqual(beat.map((one) => one.action))
    for (const name of new Set(beat.map((one) => one.action)))
      expect(offer.find((one) => one.action === name)?.taken).toBe(beat.filter((one) => one.action === name).length)
    expect(roll.length).toBeGreaterThan(0)
    for (const { beat: n, action: name } of roll) expect(beat[n - 1]?.action).toBe(name)
    for (const who of ['Wren', 'Tobit', 'Pym']) {
      const stays = visit.filter(({ actor }) => actor === who)
      expect(stays.at(-1)?.departed).toBe(session.beats)
      for (const [i, stay] of stays.slice(1).entries()) expect([stay.arrived, stay.came_from]).toEqual([stays[i]?.departed, stays[i]?.place])
    }
    const scenes = outcome.filter(({ kind }) => kind === 'scene').length
    expect([scenes, Math.max(...beat.map(({ scene }) => scene))]).toEqual([session.scenes, session.scenes])
    const listens = outcome.find(({ kind, id }) => kind === 'fact' && id === 'it-listens')
    const known = value.filter(({ name }) => name === 'known')
    const after = { session: 1, beat: listens?.beat ?? 0, name: 'known', value: listens ? 1 : 0, until: session.beats + 1 }
    expect(known.at(-1)).toEqual(after)
    expect(exercise.filter(({ kind }) => kind === 'location').map(({ id }) => id)).toContain('throat-yard')
  })

  it('begins with the values of its drivers: in turn, by weight or from a range, and by its seed alone', async () => {
    const drivers = [
      { fact: 'tier', values: { list: [1, 2] } },
      {
        fact: 'storm',
        values: {
          weighted: [
            { value: true, weight: 1 },
            { value: false, weight: 3 }
          ]
        }
      },
      { fact: 'tide', values: { from: 2, to: 4 } }
    ]
    const watch = ['tier', 'storm', 'tide']
      .map((name) => ({ name, expression: `fact.${name} + 0` }))
      .toSpliced(1, 1, { name: 'storm', expression: 'fact.storm' })
    const plan = planOf({ drivers, watch, end: { storySessions: 1, beats: 1 } })
    const sessions = await played(plan, ...Array.from({ length: 24 }, (_, i) => i))
    const starts = sessions.map(({ value }) => watch.map(({ name }) => value.find((row) => row.name === name && row.beat === 0)?.value))
    expect(starts.map(([tier]) => tier)).toEqual(starts.map((_, i) => (i % 2) + 1))
    const storms = starts.filter(([, storm]) => storm === 1).length
    expect([storms > 0, storms < 12]).toEqual([true, true])
    expect(new Set(starts.map(([, , tide]) => tide))).toEqual(new Set([2, 3, 4]))
    const [last] = await played(plan, 23)
    expect(last).toEqual(sessions[23])
  })

  it('sets the facts of a script as edits, each as soon as its expression holds, and its branch has them', async () => {
    const script = [
      { when: 'scene.open', value: "it's rising" },
      { when: `fact.tide == "it's rising" and turn.phase == "player"`, value: 4 }
    ]
    const watch = [{ name: 'tide', expression: 'fact.tide == 4' }]
    const plan = planOf({ drivers: [{ fact: 'tide', values: { script } }], watch, end: { storySessions: 1, beats: 60 } })
    const player = await Sessions.load(material, plan)
    const rows = await player.play(1)
    const edits = rows.beat.filter(({ action }) => action === 'edit')
    expect(edits.map(({ actor }) => actor)).toEqual(['designer', 'designer'])
    expect(rows.value.filter(({ name, value }) => name === 'tide' && value === 1).map(({ beat }) => beat)).toEqual([edits[1]?.beat])
    expect([rows.action, rows.offer].flat().some(({ action }) => action === 'edit')).toBe(false)
    expect(await player.play(1)).toEqual(rows)
    const beats = await player.beats(1, rows.session.digest)
    player.dispose()
    expect(beats).toHaveLength(1 + rows.session.beats)
    const campaign = await OpenCampaign.open(at.dir, { clock: () => 0 })
    try {
      campaign.saveBranch('tides', head, beats)
      await campaign.switchTo('tides')
      expect((await verify(campaign)).mismatches).toEqual([])
      expect(campaign.snapshot.state.facts['tide']).toBe(4)
      await campaign.switchTo('main')
    } finally {
      campaign.dispose()
    }
  })

  it('becomes a branch that holds every beat, and playing that branch again gives the same files', async () => {
    const driven = planOf({ parties: [explorers], drivers: [{ fact: "tide's out", values: { from: 1, to: 9 } }] })
    const campaign = await OpenCampaign.open(at.dir, { clock: () => 0 })
    try {
      for (const [edits, plan] of [planOf({}), driven].entries()) {
        const player = await Sessions.load(material, plan)
        const rows = await player.play(1)
        const beats = await player.beats(1, rows.session.digest)
        await expect(player.beats(1, 'another')).rejects.toThrow('This session plays differently now')
        player.dispose()
        expect(beats).toHaveLength(edits + 1 + rows.session.beats)
        campaign.saveBranch(`branch-${edits}`, head, beats)
        await campaign.switchTo(`branch-${edits}`)
        expect((await verify(campaign)).mismatches).toEqual([])
        const { actors, facts } = campaign.snapshot.state
        for (const { actor, place } of rows.visit.filter(({ departed }) => departed === rows.session.beats))
          expect(actors[actor]?.location).toBe(place)
        expect(typeof facts["tide's out"]).toBe(edits === 1 ? 'number' : 'undefined')
        await campaign.switchTo('main')
      }
    } finally {
      campaign.dispose()
    }
  })

  it('rolls the same dice and makes the same choices from beats with other numbers, and its branch there is whole', async () => {
    const campaign = await OpenCampaign.open(at.dir, { clock: () => 0 })
    try {
      const notes = ['NOTES.md', 'MORE.md'].map((path) => new Map([[path, Buffer.from('Nothing that is played.\n')]]))
      for (const note of notes) await campaign.edit(note, 'A note', { kind: 'edit', action: FILE_EDIT, params: {} })
      const later = campaign.snapshot.commit.id
      const plan = planOf({ parties: [explorers] })
      const [here] = await played(plan, 3)
      const player = await Sessions.load(materialOf(campaign, later, process.cwd()), plan)
      const there = await player.play(3)
      expect(there).toEqual(here)
      campaign.saveBranch('later', later, await player.beats(3, there.session.digest))
      player.dispose()
      await campaign.switchTo('later')
      expect((await verify(campaign)).mismatches).toEqual([])
      await campaign.switchTo('main')
    } finally {
      campaign.dispose()
    }
  })

  it.each([
    [
      { parties: [{ name: 'Nobody', personas: { Nemo: 'explorer' } }] },
      'The party “Nobody” has a persona for Nemo, who is no player of this campaign.'
    ],
    [
      { parties: [{ name: 'Lost', personas: { all: 'direction/gone.md' } }] },
      'There is no persona direction/gone.md. Choose a file in direction/, or one of: '
    ],
    [{ end: { when: 'actor.Wren.hp <' } }, 'expression'],
    [{ watch: [{ name: 'x', expression: '(' }] }, 'expression']
  ])('is refused before it begins if its plan can’t be played: %j', async (plan, sentence) => {
    await expect(Sessions.load(material, planOf(plan))).rejects.toThrow(sentence)
  })
})
