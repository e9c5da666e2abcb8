import { beforeAll, expect, it } from 'vitest'
import { bundledFiles } from '../../rules/bundled.fixture'
import { loadGame } from '../../rules/load-game'
import { sampleBeginning } from '../../playthroughs/samples.fixture'
import { offlineAgent } from '../../agents/offline'
import { playTurn } from '../../table/play-one-turn'
import { contextOf, viewOf } from '../seats/seat-view'
import { MemoryStory } from '../memory-story'
import { recallFrom } from './recall'
import { seatMemory } from './seat-memory'

let story: MemoryStory
const say = (actor: string, action: string, params: Record<string, string>): void =>
  void story.recordBeat({ kind: 'play', action, actor, params, agent: 'hand' })

/** A first scene in which the DM narrates, Wren alone hears a word in private, and a second scene. */
beforeAll(async () => {
  story = new MemoryStory(await sampleBeginning('cairn-hack', await loadGame(bundledFiles('cairn-hack'))))
  const agent = offlineAgent()
  const until = async (isOver: () => boolean): Promise<void> => {
    for (let n = 0; n < 40 && !isOver(); n++) await playTurn(story, () => Promise.resolve({ seat: { agent: 'offline' }, agent }))
  }
  const next = () => story.snapshot.state.next
  await until(() => next().phase === 'dm' && next().scene === 1)
  say('DM', 'narrate', { text: 'A peddler named Quill swears that the café of the évêque burned in the spring.' })
  say('DM', 'speak', { player: 'Wren', text: 'The peddler Quill slips you a copper thimble.' })
  say('DM', 'open_thread', { thread: 'quill', text: 'Quill lit the fire.' })
  say('DM', 'narrate', { text: 'It is half past eight in the evening, and the peddler is at Throat Yard.' })
  say('DM', 'end_scene', { outcome: 'The peddler shoulders a pack.' })
  await until(() => next().phase === 'dm' && next().scene === 2)
  say('DM', 'narrate', { text: 'Another peddler comes by, whistling.' })
})

const found = (who: string, query: string): string[] =>
  recallFrom(story.snapshot, who, { query }).hits.map(({ path, snippet = '' }) => `${path}: ${snippet}`)

it('recall answers a question with the beat, from other scenes, and each seat finds only what it perceived', () => {
  const beat = /^beat \d+: A peddler named Quill/
  for (const who of ['DM', 'Wren', 'Tobit']) expect(found(who, 'what did the peddlers swear about the cafe of the eveque')[0]).toMatch(beat)
  expect(found('Wren', 'who gave the thimble')[0]).toMatch(/^beat \d+: The peddler Quill slips you a copper thimble\./)
  expect(found('Tobit', 'copper thimble')).toEqual([])
  expect([found('Wren', 'who lit the fire').join(), found('Tobit', 'lit the fire').join()]).not.toContain('Quill lit')
  expect(found('DM', 'who lit the fire').join('\n')).toMatch(/^beat \d+: Thread opened: Quill lit the fire\./m)
  expect(found('Tobit', 'shouldered pack').join('\n')).toContain('001-scene/SUMMARY.md')
})

it('a context has the memories that have to do with the last entries, each with its beat, and nothing that the log beside them shows', () => {
  const text = (who: string): string => contextOf(story.snapshot, who).pieces.find(({ id, kept }) => id === 'memory' && kept)?.text ?? ''
  for (const who of ['Wren', 'Tobit']) {
    const lines = text(who).split('\n')
    expect(lines.join('\n')).toMatch(/^Beat \d+ \(session 1, scene 1\), the DM: A peddler named Quill swears/m)
    expect(lines.some((line) => line.includes('Another peddler'))).toBe(false)
    expect(lines.some((line) => line.includes('Quill lit'))).toBe(false)
  }
  // Headings of scenes and the time alone tell nothing, although they share words with the last entries.
  const [heading] = story.snapshot.scenes()[0]?.log ?? []
  for (const who of ['DM', 'Wren']) {
    expect(text(who)).not.toContain(heading?.text)
    expect(text(who)).not.toContain('half past eight')
  }
  expect(text('Wren')).toContain('in private: The peddler Quill slips you')
  expect(text('Tobit')).not.toContain('thimble')
  const view = viewOf(story.snapshot, 'Wren')
  const beats = seatMemory(story.snapshot, 'Wren', view).map(({ beat }) => beat)
  expect(Math.max(...beats)).toBeLessThan(view.log[0]?.beat ?? 0)
})
