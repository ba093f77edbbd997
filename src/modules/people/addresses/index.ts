export {
  type Address,
  type AddressInput,
  addressFrom,
  isSameAddress,
  withAddressChanges,
} from "./address.ts";
export {
  addressesDeleted,
  addressesOf,
  addressesSaved,
  copyAddresses,
  deleteAddressRow,
  findOwnAddress,
  insertAddresses,
  isAddressInUse,
  lockAddress,
  lockOwnAddress,
  saveAddress,
} from "./address-store.ts";
