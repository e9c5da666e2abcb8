import { inject } from 'vitest'
import { setPrebuiltFolder } from './prebuilt'

setPrebuiltFolder(inject('ready'))
