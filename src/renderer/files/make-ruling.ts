import type { Topic } from '../../shared/story/lore'
import { fileAt } from '../../shared/story/layout'
import { api } from '../client'
import { runCall } from '../run-call'
import { goTo, notify, useSession, type Session } from '../session'
import { openDraft } from './draft-request'

const get = useSession.getState

/** Whether rulings can be made. */
export const canRule = ({ present }: Pick<Session, 'present'>): boolean => present !== undefined && present.campaign.readOnly === undefined

/** Opens the note of a ruling about a beat in the workshop, with the question and the applicable rules. The designer writes the decision. */
export async function makeRuling(commit: string): Promise<void> {
  const readOnly = get().present?.campaign.readOnly
  if (readOnly !== undefined) return notify(readOnly)
  const draft = await runCall(() => api.rulingDraft.query({ commit }))
  if (!draft) return
  // Notes are always written at the present, whatever beat is in view.
  goTo(undefined)
  openDraft(draft)
}

/** The beat that a command applies to: the one whose line in the log has the focus, else the one at the cursor. */
export const beatMeant = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-beat]')?.dataset['beat'] ?? get().cursor ?? get().present?.head

const NONE: readonly Topic[] = []

/** The current rulings about a beat of the current branch. */
export function rulingsAbout({ present, line }: { present: Session['present'] | undefined; line: Session['line'] }, n: number): readonly Topic[] {
  if (!present || line.at(-1)?.id !== present.head) return NONE
  const about = present.lore.topics.filter(({ path, beats }) => beats?.includes(n) === true && fileAt(path)?.kind === 'ruling')
  return about.length === 0 ? NONE : about
}
