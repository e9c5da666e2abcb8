import type { Page } from '@playwright/test'
import { sizeOf } from '../lint/tiers.mjs'
import axePackage, { type AxeResults, type RunOptions } from 'axe-core'

/** A violation found by axe: the rule and the first elements that break it. */
export interface Violation {
  id: string
  at: string[]
}

/** The rules to run: those of WCAG 2.1 AA, contrast alone, or every rule of axe. */
type Standard = 'wcag' | 'contrast' | 'everything'

/** Contrast takes longest, and is computed from the tokens in a unit test; the tier all also looks at the window's own. */
const isContrastSeen = sizeOf(import.meta.filename, 'contrast') > 0

const RULES: Record<Standard, RunOptions> = {
  wcag: { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa'] }, rules: { 'color-contrast': { enabled: isContrastSeen } } },
  contrast: { runOnly: { type: 'rule', values: ['color-contrast'] } },
  everything: {}
}

/** The globals of a page with axe. */
interface WithAxe {
  axe: { run(options: RunOptions): Promise<AxeResults> }
  document: { getAnimations(): { finished: Promise<unknown>; effect: { getComputedTiming(): { endTime: number } } | null }[] }
}

/** Runs axe as soon as no colour is on its way to another. What moves for ever isn't waited for. */
async function runAxe(options: RunOptions): Promise<AxeResults> {
  const { axe, document } = globalThis as unknown as WithAxe
  const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  await Promise.allSettled(ending.map(({ finished }) => finished))
  return await axe.run(options)
}

/** Runs axe on a page. Our pages have no frames, so one run covers everything. A page gets axe once, as that takes longer than a run. */
export async function violationsOf(page: Page, standard: Standard): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(`${axePackage.source}; 0`)
  const options: RunOptions = { ...RULES[standard], resultTypes: ['violations'] }
  const { violations } = await page.evaluate(runAxe, options)
  return violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.target.join(' ')).slice(0, 5) }))
}
