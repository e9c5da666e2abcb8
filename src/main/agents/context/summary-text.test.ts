import { expect, it } from 'vitest'
import { summaryText } from './summary-text'

const RECAP = `## Recap
In “The Counting” the party was at Throat Yard and Honesty's House. The bell was sold. Mother Hask said: “Go. And come back.”
In “Nought” Tobit fell into the water.`

it('leaves out sentences and lines that only repeat the recap, and keeps every line of a record', () => {
  const text = `${RECAP}
## Key events
- The Counting. They were at Throat Yard and Honesty's House. The bell was sold.
- The bell was sold. Loom knows it.
- Mother Hask said: “Go. And come back.”
- Tobit is dead.
- Fell: Tobit (dead).
- Facts: bell sold.
## People met
Mother Hask.`
  expect(summaryText(text)).toBe(`${RECAP}
## Key events
- Loom knows it.
- Mother Hask said: “Go. And come back.”
- Tobit is dead.
- Fell: Tobit (dead).
- Facts: bell sold.
## People met
Mother Hask.`)
})

it('leaves out a heading below which nothing is left', () => {
  expect(summaryText(`${RECAP}\n\n## Key events\n- The bell was sold.\n\n## Unresolved threads\n- Who bought it?`)).toBe(
    `${RECAP}\n\n## Unresolved threads\n- Who bought it?`
  )
})

it.each(['', 'Nothing has happened yet.', '## Key events\n- They ran.', 'They ran. They ran.', '## Recap\nThey ran.'])('keeps %j', (text) => {
  expect(summaryText(text)).toBe(text.startsWith('Nothing') ? '' : text)
})
