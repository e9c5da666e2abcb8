import type { WizardKind } from '../../../shared/contract/wizards'
import { ifEditable, isEditable } from '../../editing'
import { useSession } from '../../session'
import { slice } from '../../slice'

/** The latest request to the wizard. */
export const useWizard = slice<{ what: WizardKind }>('wizard', { what: 'action' })

/** Opens the wizard of a kind of thing, or says why nothing can be added now. */
export const askWizard = (what: WizardKind): Promise<void> =>
  ifEditable(() => {
    useWizard.set({ what })
    useSession.setState({ dialog: 'wizard' })
    return Promise.resolve()
  })

/** Whether wizards can add something now. */
export const canAdd = isEditable
