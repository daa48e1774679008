/** A change of trust that changes nothing yet. */
export const NO_CHANGE = {
  ...{ addPeople: [], removePeople: [], addKeys: [], removeKeys: [], addOwners: [] },
  ...{ removeOwners: [], addRecovery: [], removeRecovery: [], addEngines: [], removeEngines: [] },
  ...{ addWitnesses: [], removeWitnesses: [], revoke: [] },
};
