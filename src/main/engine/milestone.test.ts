import { describe, expect, it } from 'vitest'
import { summaryText } from '../campaign/summary-file'
import { beatFiles } from '../campaign/beat-files'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { DESIGNER, DM } from './people'
import { call, changed, playAll, playOn, where } from './playing.fixture'
import { project } from './project'
import { tinyGame } from './tiny-game.fixture'
import { usable } from './uses'

const mark = call(DESIGNER, 'milestone')
const sum = call(DM, 'summarise', { text: 'So far.', recap: 'All saw it.' })
const game = tinyGame()
const lore = { title: 'T', premise: '', places: {}, journeys: {}, actors: {}, regions: {}, story: [], narratives: {}, topics: [], map: {} }

describe('S4 a milestone', () => {
  const dms = playAll(tinyWorld(), [call('Wren', 'walk'), call('Oswin', 'walk')], game)
  const starts = {
    'a player at turn': tinyWorld(),
    'the DM at turn': dms,
    'a whisper to be answered': playOn(tinyWorld(), call('Wren', 'whisper', { text: 'Psst.' }), game).state,
    'a fight': playOn(changed(dms, 'Ghoul', { location: 'cellar' }), call(DM, 'war'), game).state,
    'between scenes': playAll(dms, [call(DM, 'end_scene', { outcome: 'Night.' }), sum], game),
    'between sessions': playAll(dms, [call(DM, 'end_session'), sum, sum, sum], game)
  }
  it.each(Object.entries(starts))('with %s, the DM summarises the campaign and play resumes unchanged', (_what, start) => {
    const marked = playOn(start, mark, game)
    expect([where(marked.state), marked.state.next.closing, marked.subject]).toEqual(['close DM', ['campaign'], 'A milestone is marked'])
    const summed = playOn(marked.state, sum, game)
    expect(summed.writes).toEqual([
      { kind: 'summary', of: 'campaign', text: 'So far.', recap: 'All saw it.', exercised: start.next.exercised.session, usable: usable(start, game) }
    ])
    expect(summed.state).toEqual({ ...start, next: { ...start.next, beat: start.next.beat + 2 } })
    expect(Object.keys(summed.state.next)).toEqual(Object.keys(start.next).toSorted())
  })

  it('a milestone is refused before the first beat and while a summary is due', () => {
    const fresh = { ...dms, next: { ...dms.next, session: 0, phase: 'done' as const } }
    expect(() => playOn(fresh, mark, game)).toThrow('Nothing has been played yet. Play some beats before you mark a milestone.')
    const due = playOn(dms, mark, game).state
    expect(() => playOn(due, mark, game)).toThrow('A summary is already due. Let the DM write it before you mark a milestone.')
    expect(() => playOn(dms, call(DM, 'milestone'), game)).toThrow("can't milestone now")
  })

  it('only the DM sees the earlier sessions while summarising', () => {
    const due = playOn(dms, mark, game).state
    const pages = {
      log: [],
      private: {},
      summaries: { scenes: ['One.'], sessions: ['Long ago.'] },
      recaps: { scenes: ['One.'], sessions: ['Long ago.'] }
    }
    expect([DM, 'Wren'].map((who) => project(due, lore, pages, who, game).summaries.sessions)).toEqual([['Long ago.'], undefined])
  })

  it('the summary also counts the rules that earlier sessions exercised', () => {
    const third = { ...dms, next: { ...dms.next, session: 3 } }
    const due = playOn(third, mark, game).state
    const outcome = playOn(due, sum, game)
    const used = (counts: Record<string, [times: number, outcomes?: Record<string, number>]>) =>
      new Map(Object.entries(counts).map(([name, [times, outcomes = {}]]) => [name, { times, outcomes: new Map(Object.entries(outcomes)) }]))
    const old: Record<string, string> = {
      'sessions/session-1/SUMMARY.md': summaryText('A.', 'All.', used({ walk: [5, { success: 3, failure: 2 }], 'omen (table)': [1] })),
      'sessions/session-2/SUMMARY.md': summaryText('B.', 'All.', used({ walk: [1, { success: 1 }], bite: [1] })),
      'sessions/session-3/SUMMARY.md': summaryText('Not yet.', 'All.', used({ walk: [100] }))
    }
    const files = beatFiles((path) => (old[path] === undefined ? undefined : Buffer.from(old[path])), due, outcome)
    expect(files.get('SUMMARY.md')?.bytes.toString()).toMatch(
      new RegExp(
        [
          '- walk × 8 \\(4 success, 2 failure\\)',
          '- cellar \\(location\\) × 2',
          '- bite × 1',
          '- omen \\(table\\) × 1',
          '',
          '### Never exercised',
          '',
          '- actions, 3 of 4: hit, peace, war',
          '- table rows, 2 of 2: omen: 1-3, omen: 4-6',
          '- conditions, 1 of 1: down',
          '- locations, 2 of 3: cave, inn',
          '$'
        ].join('\n')
      )
    )
  })
})

describe('S3 the table counts exercised rules itself', () => {
  const due = playAll(tinyWorld(), [call('Wren', 'walk'), call('Oswin', 'walk'), call(DM, 'end_scene', { outcome: 'Night.' })], game)
  it.each(['## Rules exercised\n- walk × 9', 'They went.\n\n# rules EXERCISED (all)\n'])(
    'a summary with counts of its own is refused: %j',
    (text) => {
      expect(() => playOn(due, call(DM, 'summarise', { text, recap: 'They went.' }), game)).toThrow(
        'The table counts the exercised rules itself. Leave out that heading and the text below it.'
      )
    }
  )
  it.each([
    ['## Recap\nThey went.', 'They went.', 'The recap has a parameter of its own. Leave out that heading and the text below it.'],
    ['They went.', 'They went.\n## Secrets\nIt was Mira.', 'A recap is plain sentences. Leave out its headings.']
  ])('the recap is a parameter of its own: text %j with recap %j is refused', (text, recap, sentence) => {
    expect(() => playOn(due, call(DM, 'summarise', { text, recap }), game)).toThrow(sentence)
  })
  it('a summary may use the words of that heading in a sentence', () => {
    expect(() => playOn(due, call(DM, 'summarise', { text: 'No rules exercised anybody.', recap: 'They went.' }), game)).not.toThrow()
  })
})
