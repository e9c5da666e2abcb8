import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Json } from '../../shared/base/json'
import type { ActionCall, Params } from '../../shared/story/play'
import { toProblem } from '../../shared/base/problem'
import { checkNarratorOutput } from '../../shared/narrator/check'
import { FOLLOW_UP } from '../../shared/narrator/follow-up'
import { openWords } from '../../shared/narrator/open-words'
import type { NarratorOutput, SceneTree } from '../../shared/narrator/output'
import { bundledFiles } from '../rules/bundled.fixture'
import { loadGame } from '../rules/load-game'
import { offlineAgent } from '../agents/offline'
import { replayAgent } from '../agents/replay'
import type { Part as FakePart } from '../agents/anthropic/fake-messages.fixture'
import { DM } from '../engine/people'
import { verify } from '../story/checks/verify'
import { Beginning, beginningOf, MemoryStory } from '../story/memory-story'
import { OpenCampaign } from '../story/open-campaign'
import { contextOf, offersOf, viewOf } from '../story/seats/seat-view'
import type { Story } from '../story/story'
import { playTurn } from '../table/play-one-turn'
import { freshSample } from './samples.fixture'
import { modelDesk, playOn } from './studio.fixture'
import { worldBeginning, WORLDS } from './worlds.fixture'

const home = mkdtempSync(join(tmpdir(), 'scene-trees-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const AS_TREES = '\ndm: { narration: scene-tree }\n'
const agent = offlineAgent()
const step = (story: Story) => playTurn(story, () => Promise.resolve({ seat: { agent: 'offline' }, agent }))
const call = (action: string, params: Params = {}, actor = DM): ActionCall => ({ kind: 'play', action, actor, params, agent: 'offline' })
const treeOf = (story: Story): SceneTree => story.snapshot.state.scene?.tree ?? expect.fail('no tree')

const TREE: SceneTree = {
  id: 'yard-1',
  location: { place: 'throat-yard', name: 'Throat Yard', region: 'The Well', time: 'dusk' },
  present: ['Wren'],
  atmosphere: ['rain'],
  narration: [
    {
      text: 'The rope is cut. Dilly won’t look at the winch.',
      clickable: {
        rope: {
          speaks: 'Who cut this?',
          intent: 'challenge',
          response: {
            speaker: 'Dilly',
            text: 'Qzhidden. Not me, and not the wind.',
            clickable: { wind: { speaks: 'What wind?', intent: 'ask', waitingMessage: 'She thinks.' } },
            [FOLLOW_UP]: {
              text: 'The rope swings over the mouth.',
              clickable: { mouth: { speaks: 'Hello, down there!', intent: 'explore', waitingMessage: 'You listen.' } }
            }
          }
        },
        winch: { speaks: 'Is it jammed?', intent: 'practical', waitingMessage: 'You lean on the winch.' }
      }
    }
  ],
  voices: [],
  exits: {
    travel: { speaks: 'To the taproom.', destinations: ['long-pull'], next_scene: "O'Dowd's taproom" },
    wait: { speaks: 'We wait.', advances_time: true, next_scene: 'yard-2' }
  }
}
const RUMOUR = {
  id: 'cut-rope',
  name: 'The cut rope',
  content: 'They say a carter cut the rope.',
  type: 'rumor',
  truth: 0.125,
  narrator_notes: 'Qznotes'
}
const MUTATIONS: Json[] = [
  { type: 'new_narrative', payload: { ...RUMOUR, about: { characters: ['Wren'] } } },
  { type: 'update_belief', payload: { character: 'Nobody', narrative: 'cut-rope', heard: 1 } },
  { type: 'new_edge', payload: { from: 'Dilly', to: 'Wren', type: 'OWES' } }
]
const output = (value: Partial<NarratorOutput> | Record<string, unknown>): Params => ({ output: JSON.stringify(value) })
const SEED = { setup: 'A carter’s mark on the rope', intended_payoff: 'Qzpayoff' }

/** A session of the sample in a scene at Throat Yard, told as scene trees, in a campaign and in memory. */
async function both(name: string): Promise<{ dir: string; campaign: OpenCampaign; memory: MemoryStory }> {
  const dir = join(home, name)
  await freshSample(dir, 'cairn-hack', '7')
  appendFileSync(join(dir, 'table.yaml'), AS_TREES)
  const campaign = await OpenCampaign.open(dir, { clock: () => 0 })
  await campaign.adopt()
  return { dir, campaign, memory: new MemoryStory(beginningOf(campaign)) }
}

describe('a narrator at the table', () => {
  it('K1, K2, K3, K5 and K6 an output is one beat with its dialogue, tree, time, mutations and seeds, in files as in memory, and clicks unfold it', async () => {
    const { dir, campaign, memory } = await both('one-beat')
    const answers: string[] = []
    const play = (one: ActionCall): void => {
      const [said, twin] = [campaign, memory].map((story) => {
        try {
          return story.recordBeat(one).outcome.answer
        } catch (thrown) {
          return toProblem(thrown).message
        }
      })
      expect(twin).toBe(said)
      expect(memory.snapshot.state).toEqual(campaign.snapshot.state)
      expect(memory.snapshot.lore).toEqual(campaign.snapshot.lore)
      answers.push(said ?? '')
    }
    play(call('open_session', { title: 'Rain' }))
    play(call('open_scene', { title: 'Rain', place: 'throat-yard', aim: 'Look.' }))
    const { minutes } = campaign.snapshot.state.clock
    play(call('narrate', output({ dialogue: [{ text: 'Rain falls.' }, { speaker: 'Dilly', text: 'Mind the edge.' }], scene: {} })))
    expect([campaign.snapshot.state.clock.minutes, campaign.snapshot.state.scene?.tree]).toEqual([minutes, undefined])
    play(call('narrate', output({ scene: TREE, time_elapsed: '20-30 minutes', mutations: MUTATIONS as never, seeds: [SEED] })))
    expect(answers.at(-1)).toBe(
      'Told. 25 minutes pass, and the players can click the words of the scene.\n2 of 3 mutations were applied.\nmutations[1]/payload/character: There is no character "Nobody". Name one that exists, or add it in the same batch. (missing_target)'
    )
    const { state, lore } = campaign.snapshot
    expect([state.clock.minutes - minutes, JSON.parse(readFileSync(join(dir, `${state.scene?.path}/SCENE.json`), 'utf8'))]).toEqual([25, TREE])
    expect(state.threads['a-carters-mark-on-the-rope'] ?? state.threads).toMatchObject({ ...SEED, open: true, opened: 5 })
    expect([Object.keys(lore.narratives), Object.keys(state.relationships).includes('dilly-wren')]).toEqual([['cut-rope'], true])
    // What a narrator knows is for the DM; what a click would answer is for nobody before the click.
    const shown = (who: string): string =>
      JSON.stringify([viewOf(campaign.snapshot, who), offersOf(campaign.snapshot, who), contextOf(campaign.snapshot, who)])
    expect(shown(DM)).toMatch(/Qzpayoff/)
    for (const who of ['Wren', 'Tobit', 'Pym']) expect(shown(who)).not.toMatch(/Qz|0\.125/)

    play(call('call_on', { who: ['Wren'] }))
    expect(shown('Wren')).toContain('rope: “Who cut this?”, challenge')
    expect(shown('Wren')).not.toMatch(/Qz|lean on the winch/)
    play(call('click', { words: 'narration[0]/rope/mouth' }, 'Wren'))
    expect(answers.at(-1)).toContain('click can\'t take "narration[0]/rope/mouth" for "words"')
    play(call('click', { words: 'narration[0]/rope' }, 'Wren'))
    expect(answers.at(-1)).toBe('Qzhidden. Not me, and not the wind.\nThe rope swings over the mouth.')
    expect(
      campaign.snapshot
        .pages()
        .log.slice(-3)
        .map(({ kind, by, text }) => [kind, by, text])
    ).toEqual([
      ['speech', 'Wren', 'Who cut this?'],
      ['speech', 'Dilly', 'Qzhidden. Not me, and not the wind.'],
      ['narration', DM, 'The rope swings over the mouth.']
    ])
    expect(campaign.snapshot.state.next.actor).toBe('Wren')
    const now = campaign.snapshot.state.scene
    expect(openWords(treeOf(campaign), now?.clicked ?? {}).map(({ id }) => id)).toEqual([
      'narration[0]/rope',
      'narration[0]/rope/wind',
      'narration[0]/rope/then/mouth',
      'narration[0]/winch'
    ])
    play(call('click', { words: 'narration[0]/rope/then/mouth' }, 'Wren'))
    // Words that wait for an answer end the turn: the DM answers.
    expect([campaign.snapshot.state.next.actor, viewOf(campaign.snapshot, DM).tree?.waits]).toEqual([
      DM,
      [{ who: 'Wren', words: 'mouth', speaks: 'Hello, down there!', intent: 'explore' }]
    ])
    expect(contextOf(campaign.snapshot, DM).pieces.find(({ id }) => id === 'tree')?.text).toContain(
      'Waits for your answer: Wren clicked mouth (explore): Hello, down there!'
    )
    play(call('narrate', output({ dialogue: [{ text: 'Nothing answers.' }], scene: {} })))
    expect(viewOf(campaign.snapshot, DM).tree?.waits).toEqual([])
    play(call('call_on', { who: ['Tobit'] }))
    // Setting out is said once and leaves the turn to travel in; waiting ends it. The DM is told which scene each leads to.
    play(call('click', { words: 'exits/travel' }, 'Tobit'))
    expect(answers.at(-1)).toBe('Everybody heard it. It is still your turn: set out, if you can.')
    play(call('click', { words: 'exits/travel' }, 'Tobit'))
    expect(answers.at(-1)).toContain('click can\'t take "exits/travel"')
    play(call('click', { words: 'exits/wait' }, 'Tobit'))
    expect(campaign.snapshot.state.clock.minutes - minutes).toBe(85)
    expect(contextOf(campaign.snapshot, DM).pieces.find(({ id }) => id === 'tree')?.text).toContain(
      [
        'Waits for your answer: Tobit clicked travel (travel): To the taproom. Then the next scene tree is "O\'Dowd\'s taproom".',
        'Waits for your answer: Tobit clicked wait (wait): We wait. Then the next scene tree is "yard-2".'
      ].join('\n')
    )
    play(call('narrate', output({ scene: { ...TREE, id: 'yard-2' }, time_elapsed: '1-2 hours' })))
    // Told again as it is, it changes no file, and its beat says all of it.
    play(call('narrate', output({ scene: { ...TREE, id: 'yard-2' }, time_elapsed: '10 minutes' })))
    expect([treeOf(campaign).id, campaign.snapshot.state.scene?.clicked, campaign.snapshot.state.clock.minutes - minutes]).toEqual([
      'yard-2',
      undefined,
      185
    ])
    expect(await verify(campaign)).toMatchObject({ mismatches: [], foreign: 0 })
    campaign.dispose()
  })

  it('K4 an output that breaks a rule changes nothing and is answered with its violations; the designer’s own prose is narrated', async () => {
    const { dir, campaign } = await both('refused')
    campaign.recordBeat(call('open_session', { title: 'Rain' }))
    campaign.recordBeat(call('open_scene', { title: 'Rain', place: 'throat-yard', aim: 'Look.' }))
    const head = campaign.snapshot.commit.id
    const deep = (levels: number): unknown =>
      levels === 0 ? { text: 'a', clickable: {} } : { text: 'a', clickable: { a: { speaks: 's', intent: 'i', response: deep(levels - 1) } } }
    const html = { ...TREE, narration: [{ text: 'A <b>rope</b>.', clickable: { knot: { speaks: 'Hm?', intent: 'ask', waitingMessage: '…' } } }] }
    const proto = `{"scene":{},"dialogue":[{"text":"a"}],"__proto__":{"x":1}}`
    const cases: [string, RegExp][] = [
      ['', /needs "output"/],
      ['Rain falls.', /JSON/],
      ['{"dialogue":[{"text":"Rai', /ends before it is complete/],
      [proto, /`__proto__` is not a name/],
      [
        JSON.stringify({ dialogue: [{ speaker: 'Wren', text: 'I jump.' }], scene: {} }),
        /dialogue\[0\]\/speaker: Wren is a player, who speaks at their own turn/
      ],
      [
        JSON.stringify({
          scene: {
            ...TREE,
            location: { ...TREE.location, place: 'throat-yrd' },
            narration: [
              {
                text: 'A rope.',
                clickable: { rope: { speaks: 's', intent: 'i', response: { text: 'Hm.', [FOLLOW_UP]: { text: 'I did it.', speaker: 'Wren' } } } }
              }
            ],
            voices: [
              { source: 'cut-rope', text: 'Nobody said so.', weight: 1 },
              { source: 'new-rope', text: 'Somebody says so now.', weight: 0 }
            ],
            exits: { wait: { speaks: 'Wait.', destinations: ['nowhere'] } }
          },
          time_elapsed: '1 hour',
          mutations: [{ type: 'new_narrative', payload: { ...RUMOUR, id: 'new-rope', about: { characters: ['Wren'] } } }]
        }),
        new RegExp(
          [
            'location/place: There is no place "throat-yrd". Did you mean "throat-yard"\\? Use the id of one that exists. \\(shape\\)',
            'narration\\[0\\]/rope/then/speaker: Wren is a player, who speaks at their own turn.*',
            'voices\\[0\\]/source: There is no narrative "cut-rope". Use the id of one, or leave out the voice. \\(shape\\)',
            'exits/wait/destinations\\[0\\]: There is no place "nowhere". Use the id of one that exists. \\(shape\\)\nSend'
          ].join('\n- ')
        )
      ],
      [JSON.stringify({ scene: TREE }), /time_elapsed: A scene tree needs `time_elapsed`/],
      [JSON.stringify({ scene: html, time_elapsed: '1 hour' }), /“<b>” is HTML[^]*narration\[0\]\/knot: “knot” isn't in the text/],
      [JSON.stringify({ scene: { ...TREE, narration: [deep(120)] }, time_elapsed: '1 hour' }), /nests deeper/],
      [JSON.stringify({ scene: { ...TREE, atmosphere: ['x'.repeat(200_000)] }, time_elapsed: '1 hour' }), /at most 200000 characters/]
    ]
    const said = cases.map(([text]) => {
      try {
        return campaign.recordBeat(call('narrate', { output: text })).outcome.answer
      } catch (thrown) {
        return toProblem(thrown).message
      }
    })
    said.forEach((message, i) => expect(message).toMatch(cases[i]?.[1] ?? /^$/))
    expect([campaign.snapshot.commit.id, existsSync(join(dir, 'sessions/session-1/001-scene/SCENE.json'))]).toEqual([head, false])
    // Texts are stored as every file keeps them, however JSON wrote them.
    campaign.recordBeat(call('narrate', { output: '{"scene":{},"dialogue":[{"text":"Cafe\\u0301 \\u202e\\ud800 rain"}]}' }))
    campaign.recordBeat({ ...call('narrate', { output: 'Rain, says the designer.' }), agent: 'hand' })
    expect(
      campaign.snapshot
        .pages()
        .log.slice(-2)
        .map(({ text }) => text)
    ).toEqual(['Café \ufffd rain', 'Rain, says the designer.'])
    expect((await verify(campaign)).mismatches).toEqual([])
    campaign.dispose()
  })

  it('K4 after a model’s second wrong output in a turn the table narrates its text alone, and the conversation goes on', async () => {
    const wrong = { dialogue: [{ speaker: 'Dilly', text: 'Mind the edge.' }, { text: 'Rain falls.' }], scene: { id: 'x' }, mutations: [] }
    const right = { dialogue: [{ text: 'The rain stops.' }], scene: {} }
    const script = [
      { tool: 'open_session', input: { title: 'Rain' } },
      { tool: 'open_scene', input: { title: 'Rain', place: 'throat-yard', aim: 'Look.' } },
      { tool: 'narrate', input: output(wrong) },
      { tool: 'narrate', input: { output: JSON.stringify(wrong).slice(0, -30) } },
      { tool: 'narrate', input: output(right) }
    ]
    const at = await modelDesk((_request, n) => ({ parts: [script[Math.min(n, script.length) - 1] as FakePart] }))
    try {
      await at.studio.setTable({ ...(await at.studio.tableSettings()), dm: { narration: 'scene-tree' } })
      const opened = await OpenCampaign.open(at.dir, { readOnly: true, clock: () => 0 })
      const again = new MemoryStory(beginningOf(opened))
      const ids = await playOn(at.studio, 4)
      const [, , told, after] = await Promise.all(ids.map((id) => at.studio.turn({ id })))
      expect(told?.calls.map(({ tool, problem, result }) => [tool, problem?.split('\n')[0], result])).toEqual([
        ['narrate', 'This output was not told, because it breaks the rules:', undefined],
        ['narrate', undefined, 'Told.']
      ])
      expect(told?.calls[0]?.problem).toContain('- location: ')
      expect(JSON.stringify(told?.reasons)).toContain("The narrator's output broke the rules again, so only its words were told")
      expect((await at.studio.beat({ commit: ids[2] ?? '' })).beat.subject).toBe('Dilly Teague: “Mind the edge.” Rain falls.')
      // Only what is new is sent: the answer to the call before.
      expect(after?.exchanges[0]?.after).toBeGreaterThan(0)
      expect(JSON.stringify(after?.exchanges[0]?.messages)).not.toContain('How to narrate')
      expect(at.fake.wrong).toEqual([])
      expect((await at.studio.verify()).mismatches).toEqual([])
      // Its recording, wrong outputs included, leads to the same state without anybody being asked.
      const turns = await Promise.all(ids.map((id) => at.studio.turn({ id })))
      const replaying = replayAgent((who, n) => turns.find((turn) => turn?.who === who && turn.n === n))
      for (const _ of ids) await playTurn(again, () => Promise.resolve({ seat: { agent: 'replay' }, agent: replaying }))
      expect(again.snapshot.state).toEqual((await at.studio.present())?.state)
      opened.dispose()
    } finally {
      await at.close()
    }
  })
})

/** What was told without a scene, in all worlds. A world of few events may need none. */
let talks = 0

describe.each(Object.keys(WORLDS))('the built-in table in the world %s', (name) => {
  it('tells scene trees that keep to every rule, of which its players click words', async () => {
    const of = WORLDS[name]?.game ?? ''
    const world = await worldBeginning(name, await loadGame(bundledFiles(of)))
    const files = new Map([...world.files, ['table.yaml', Buffer.from(`${String(world.files.get('table.yaml'))}${AS_TREES}`)]])
    const beginning = new Beginning(files, world.game)
    const present: number[] = []
    let clicks = 0
    for (const seed of ['1', 'Qy', '’']) {
      const story = new MemoryStory(beginning, { ...beginning.state, next: { ...beginning.state.next, dice: { seed } } })
      for (let n = 0; n < 40; n++) {
        const played = await step(story)
        if (!played) break
        for (const { tool, input, problem } of played.calls) {
          expect([tool, problem]).toEqual([tool, undefined])
          if (tool === 'click') clicks++
          if (tool !== 'narrate' || typeof input['output'] !== 'string') continue
          const { violations, told } = checkNarratorOutput(input['output'])
          expect(violations).toEqual([])
          if (told && 'id' in told.scene) present.push(told.scene.present.length)
          else talks++
        }
      }
    }
    expect([present.length > 3, present.includes(0), clicks > 0]).toEqual([true, false, true])
  })
})

it('the built-in table also tells results without a scene', () => expect(talks).toBeGreaterThan(0))
