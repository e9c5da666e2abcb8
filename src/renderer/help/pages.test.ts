import { expect, it } from 'vitest'
import { blocksOf, type ProseSpan } from '../prose/blocks'
import { HELP_PAGES } from './pages'

const spansIn = (spans: readonly ProseSpan[]): ProseSpan[] => spans.flatMap((one) => ('spans' in one ? spansIn(one.spans) : [one]))

it('every document is a page of the help, with a title, text without markup, and links that lead to pages', () => {
  const ids = HELP_PAGES.map(({ id }) => id)
  const named = 'playing world story-events scenes campaigns rules rules/README tools mcp-clients narrator understanding checking sharing'
  expect(ids.slice(0, 13).join(' ')).toBe(named)
  expect(ids).toHaveLength(Object.keys(import.meta.glob(['../../../docs/*.md', '../../../rules/**/README.md'])).length)
  const linked = new Set<string>()
  const texts: string[] = []
  for (const { title, text } of HELP_PAGES) {
    expect([title, text]).not.toContain('')
    for (const block of blocksOf(text)) {
      if (block.kind === 'code') continue
      for (const span of spansIn(block.kind === 'list' ? block.items.flat() : block.spans)) {
        if (span.kind === 'link') linked.add(span.target)
        if (span.kind === 'text') texts.push(span.text)
      }
    }
  }
  expect(texts.filter((one) => /\]\(|^\||!\[/.test(one))).toEqual([])
  expect([...linked]).toContain('story-events')
  expect([...linked].filter((target) => !ids.includes(target))).toEqual([])
})
