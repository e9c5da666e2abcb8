import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** A violation found by axe: the rule and the first elements that break it. */
export interface Violation {
  id: string
  at: string[]
}

/** Which rules run: those of WCAG 2.1 AA, contrast alone, or every rule of axe. */
type Standard = 'wcag' | 'contrast' | 'everything'

/** Runs axe on a page. Our pages have no frames, so one run covers everything. */
export async function violationsOf(page: Page, standard: Standard): Promise<Violation[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (standard === 'wcag') axe.withTags(['wcag2a', 'wcag2aa', 'wcag21aa'])
  if (standard === 'contrast') axe.withRules(['color-contrast'])
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.target.join(' ')).slice(0, 5) }))
}
