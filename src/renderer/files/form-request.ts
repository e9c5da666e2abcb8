import { slice } from '../slice'

/** The kinds of things that have a form, and notes, which have a text. */
export type FormKind = 'event' | 'character' | 'item' | 'table' | 'note'

/** The latest request to show a form. `id`: for a note, its path. */
export const useFormRequest = slice<{ form?: { what: FormKind; id: string } }>('form-request', {})

/** Opens the form of a thing, or the text of a note to be edited. Every feature may call it. */
export const openFormOf = (what: FormKind, id: string): void => useFormRequest.set({ form: { what, id } })
