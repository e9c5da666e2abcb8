import { slug } from '../../shared/names'
import type { OpenCampaign } from './open-campaign'

/** A branch name that is still free: from the words of the beat it leaves from. */
export function freeName(campaign: OpenCampaign, at: string, prefix = 'from'): string {
  const taken = new Set(campaign.history.branches().map((b) => b.name))
  const base = `${prefix}-${slug(campaign.history.commit(at).message.split('\n')[0] ?? '')
    .slice(0, 30)
    .replace(/-+$/, '')}`
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}-${n}`
    if (!taken.has(name)) return name
  }
}
