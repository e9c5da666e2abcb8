import { afterEach, expect, it } from 'vitest'
import type { StudioEvent } from '../../shared/table/present'
import { toldIn } from '../../shared/narrator/words-of-output'
import type { Part } from '../agents/anthropic/fake-messages.fixture'
import { modelDesk, playOn, type Desk } from './studio.fixture'

let at: Desk | undefined
afterEach(() => at?.close())

const tree = {
  id: 'yard-1',
  location: { place: 'throat-yard', name: 'Throat Yard', region: 'The Well', time: 'dusk' },
  present: ['Wren'],
  atmosphere: [],
  narration: [{ text: 'The rope is cut.', clickable: { rope: { speaks: 'Who cut this?', intent: 'challenge', waitingMessage: 'You wait.' } } }],
  voices: []
}
const output = JSON.stringify({
  dialogue: [{ speaker: 'Dilly', text: "Mind O'Dowd's edge." }, { text: 'Rain falls.' }],
  scene: tree,
  time_elapsed: '1 hour'
})

/** What a window shows of an event about the narration: each text of its draft, or that its beat is there. */
function shownBy(event: StudioEvent): string | undefined {
  if (event.kind === 'beat') return event.beat.action === 'narrate' ? 'beat' : undefined
  if (event.kind !== 'live' || event.live.at !== 'draft' || typeof event.live.input['output'] !== 'string') return undefined
  return toldIn(event.live.input['output'])
    .map(({ text }) => text)
    .join(' | ')
}

it('a model’s dialogue reaches the window while it is written, before its scene tree and the beat', async () => {
  const script: Part[] = [
    { tool: 'open_session', input: { title: 'Rain' } },
    { tool: 'open_scene', input: { title: 'Rain', place: 'throat-yard', aim: 'Look.' } },
    { tool: 'narrate', json: JSON.stringify({ output }) }
  ]
  const desk = await modelDesk((_request, n) => ({ parts: [script[Math.min(n, script.length) - 1] as Part] }), { delay: 60 })
  at = desk
  await desk.studio.setTable({ ...(await desk.studio.tableSettings()), dm: { narration: 'scene-tree' } })
  await playOn(desk.studio, 3)
  const shown = (): string[] => desk.heard.flatMap((event) => shownBy(event) ?? []).filter((text, i, all) => text !== '' && text !== all[i - 1])
  await expect.poll(shown).toContain('beat')
  const steps = shown()
  expect(steps.at(-1)).toBe('beat')
  // Each step shows what the one before showed, and more.
  for (const [i, step] of steps.slice(1, -1).entries()) expect(step.startsWith(steps[i] ?? '')).toBe(true)
  expect(steps.some((step) => step.startsWith("Mind O'Dowd's edge.") && !step.includes('The rope'))).toBe(true)
  expect(steps.at(-2)).toBe("Mind O'Dowd's edge. | Rain falls. | The rope is cut.")
  expect((await desk.studio.present())?.state.scene?.tree).toEqual(tree)
  expect(desk.fake.wrong).toEqual([])
})
