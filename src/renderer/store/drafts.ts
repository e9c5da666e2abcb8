import { own } from '../../shared/base/json'

/** The unsaved text of a field. */
interface FieldDraft {
  text: string
  /** The saved value when the draft began. It may have changed since. */
  was: string
  fault?: string
}

/** Drafts by field, `place:hill/name`. They outlive the field's element, so that no input is lost. */
export type FieldDrafts = Readonly<Record<string, FieldDraft>>

/** The drafts after an input. A text that equals the saved value is not a draft. */
export function withDraft(drafts: FieldDrafts, field: string, text: string, now: string): FieldDrafts {
  const savedValue = own(drafts, field)?.was ?? now
  return text === now ? withoutDraft(drafts, field) : { ...drafts, [field]: { text, was: savedValue } }
}

/** The drafts without the one of a field. */
export function withoutDraft(drafts: FieldDrafts, field: string): FieldDrafts {
  if (!Object.hasOwn(drafts, field)) return drafts
  const { [field]: _, ...rest } = drafts
  return rest
}

/** The drafts after the `text` of a field was refused: it stays, with the reason. A newer text stays without a reason. */
export function withFault(drafts: FieldDrafts, field: string, text: string, fault: string): FieldDrafts {
  const draft = own(drafts, field)
  return draft?.text === text ? { ...drafts, [field]: { ...draft, fault } } : drafts
}

/** The drafts after the `text` of a field was saved. A newer text stays a draft of the new value. */
export function withSavedDraft(drafts: FieldDrafts, field: string, text: string): FieldDrafts {
  const draft = own(drafts, field)
  if (!draft) return drafts
  return draft.text === text ? withoutDraft(drafts, field) : { ...drafts, [field]: { text: draft.text, was: text } }
}

/** The drafts after an id changed, with the new names of its fields. */
export function withMovedDrafts(drafts: FieldDrafts, from: string, to: string): FieldDrafts {
  const rename = (field: string): string => (field.startsWith(`${from}/`) ? `${to}${field.slice(from.length)}` : field)
  return Object.fromEntries(Object.entries(drafts).map(([field, draft]) => [rename(field), draft]))
}
