import type { ReactElement } from 'react'
import { IdDialog } from '../fields/IdDialog'
import { currentId, useCast } from './state'

/** Asks for another id of the current character. */
export const CharacterIdDialog = ({ onClose }: { onClose: () => void }): ReactElement => (
  <IdDialog kind="character" now={currentId() ?? ''} onChanged={(id) => useCast.set({ selected: [id] })} onClose={onClose} />
)
