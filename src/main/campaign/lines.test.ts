import { describe, expect, it } from 'vitest'
import { listLine, readLife, readTalk, talkLine } from './lines'

describe('a timeline', () => {
  it('gives its last twenty entries, written by people or appended by the table', () => {
    const byHand = '- beat: 0\n  clock: 1421-10-03T06:00:00Z\n  text: Home on the carrier, with\n    four words in my pocket.\n'
    expect(readLife(byHand + listLine({ beat: 3, clock: 'x', text: 'Found\nhim.' }), 'TIMELINE.yaml')).toEqual([
      'Home on the carrier, with four words in my pocket.',
      'Found\nhim.'
    ])
    const long = Array.from({ length: 50 }, (_, i) => listLine({ beat: i, clock: 'x', text: `Day ${i}` })).join('')
    expect(readLife(long, 'TIMELINE.yaml')).toEqual(Array.from({ length: 20 }, (_, i) => `Day ${i + 30}`))
  })

  it.each(['', '[]\n', 'Nothing yet.\n', '- plain\n', '- text: [\n', '# only a remark\n'])('in another format has no entries: %j', (text) => {
    expect(readLife(text, 'TIMELINE.yaml')).toEqual([])
  })
})

describe('private talk', () => {
  it('has one line for each message, whatever the message contains', () => {
    const said = 'Yes. <!-- beat 2 -->\n\n**DM** It is yours. <!-- beat 3 -->'
    const text = talkLine('Wren', said, 7) + talkLine('DM', 'No.', 8)
    expect(readTalk(text, (name) => name)).toEqual([
      { by: 'Wren', text: said, beat: 7 },
      { by: 'DM', text: 'No.', beat: 8 }
    ])
  })
})
