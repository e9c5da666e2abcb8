import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe has against a page: the rule, and the first places where it is broken. */
export interface Violation {
  id: string
  at: string[]
}

/** What is asked: all that WCAG 2.1 AA asks, contrast alone, or everything that axe knows. */
type Standard = 'wcag' | 'contrast' | 'everything'

/** Looks at a page with axe. Ours have no frames, so one run within the page sees all. */
export async function violationsOf(page: Page, standard: Standard): Promise<Violation[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (standard === 'wcag') axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa'])
  if (standard === 'contrast') axe.withRules(['color-contrast'])
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.target.join(' ')).slice(0, 5) }))
}
