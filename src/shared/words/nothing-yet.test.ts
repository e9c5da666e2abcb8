import { expect, it } from 'vitest'
import { withoutNothing } from './nothing-yet'

it('a summary loses the lines that say nothing and their headings, and everything else stays', () => {
  expect(withoutNothing('# Campaign so far\n\n## Recap\n\nNothing has happened yet.\n\n## Key events\n\nNone yet.\n')).toBe('')
  expect(withoutNothing('Nothing has happened yet.')).toBe('')
  const told = '## Recap\n\nThe bell is sold.\n\n## Key events\n\n- Searched: the stone.\n\n'
  expect(withoutNothing(`${told}## People met\n\nNobody new.\n\n## Unresolved threads\n\n- None that anybody at the table could name.\n`)).toBe(
    told.trimEnd()
  )
  const authored = '# Before the story\n\nNothing has happened yet. But Hask knows what will.\n'
  expect(withoutNothing(authored)).toBe(authored.trimEnd())
})
