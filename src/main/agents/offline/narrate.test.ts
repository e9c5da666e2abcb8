import { expect, it } from 'vitest'
import { narration } from './narrate'
import { dice, dmView, entry, SEEDS, someone } from './tiny-views.fixture'
import { voiceOf } from './voice'

it('a place without news gets a different sentence each time, the oldest first when all have been used', () => {
  const place = { name: 'The Nest', features: {}, exits: [], items: {}, tags: {}, senses: [], description: '' }
  const { story: _, ...view } = dmView({ actors: [someone('Hero')], place: Object.assign({}, dmView().place, place) })
  const log = [entry('DM', 'narration', 'Hero is at the Nest.')]
  for (let n = 1; n <= 200; n++) {
    const now = { ...view, log: [...log] }
    log.push(entry('DM', 'narration', narration(now, voiceOf(now, dice(n)))))
  }
  const last = log.slice(-8).map(({ text }) => text)
  expect(new Set(last).size).toBe(8)
  expect(last).toContain('They are still at the Nest.')
})

it("the narration doesn't mention a task that is done", () => {
  const { scene, story = [] } = dmView()
  const view = (isDone: boolean) =>
    dmView({
      scene: { ...scene!, story: 'counting', turns: 20 },
      story: story.map((event) => ({ ...event, done: isDone })),
      log: [entry('DM', 'narration', 'They stand there.')]
    })
  const told = (isDone: boolean): string[] => SEEDS.map((seed) => narration(view(isDone), voiceOf(view(isDone), dice(seed))))
  const aim = new RegExp(scene!.aim.slice(1), 'i')
  expect(told(false).filter((text) => aim.test(text)).length).toBeGreaterThan(0)
  expect(told(true).filter((text) => aim.test(text))).toEqual([])
})
