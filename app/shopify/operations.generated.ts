// Written by `npx node test/support/generate-operation-types.ts` from the Admin schema; not by hand.

export type Maybe<T> = T | null;

export type InputMaybe<T> = Maybe<T>;

export type Exact<T extends {
    [key: string]: unknown;
}> = {
    [K in keyof T]: T[K];
};

export type Scalars = {
    ID: {
        input: string;
        output: string;
    };
    String: {
        input: string;
        output: string;
    };
    Boolean: {
        input: boolean;
        output: boolean;
    };
    Int: {
        input: number;
        output: number;
    };
    Float: {
        input: number;
        output: number;
    };
    ARN: {
        input: unknown;
        output: unknown;
    };
    BigInt: {
        input: unknown;
        output: unknown;
    };
    Color: {
        input: unknown;
        output: unknown;
    };
    Date: {
        input: unknown;
        output: unknown;
    };
    DateTime: {
        input: string;
        output: string;
    };
    Decimal: {
        input: string;
        output: string;
    };
    FormattedString: {
        input: unknown;
        output: unknown;
    };
    HTML: {
        input: string;
        output: string;
    };
    JSON: {
        input: unknown;
        output: unknown;
    };
    Money: {
        input: string;
        output: string;
    };
    StorefrontID: {
        input: unknown;
        output: unknown;
    };
    URL: {
        input: string;
        output: string;
    };
    UnsignedInt64: {
        input: string;
        output: string;
    };
    UtcOffset: {
        input: unknown;
        output: unknown;
    };
};

export type CarrierServiceCreateUserErrorCode = 'CARRIER_SERVICE_CREATE_FAILED';

export type CarrierServiceUpdateUserErrorCode = 'CARRIER_SERVICE_UPDATE_FAILED';

export type CombinedListingsRole = 'CHILD' | 'PARENT';

export type CountryCode = 'AC' | 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AN' | 'AO' | 'AR' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BV' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GS' | 'GT' | 'GW' | 'GY' | 'HK' | 'HM' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PN' | 'PS' | 'PT' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TA' | 'TC' | 'TD' | 'TF' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'UM' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VN' | 'VU' | 'WF' | 'WS' | 'XK' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW' | 'ZZ';

export type CountryHarmonizedSystemCodeInput = {
    readonly countryCode?: InputMaybe<CountryCode>;
    readonly harmonizedSystemCode: Scalars['String']['input'];
};

export type CurrencyCode = 'AED' | 'AFN' | 'ALL' | 'AMD' | 'ANG' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BGN' | 'BHD' | 'BIF' | 'BMD' | 'BND' | 'BOB' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BYR' | 'BZD' | 'CAD' | 'CDF' | 'CHF' | 'CLP' | 'CNY' | 'COP' | 'CRC' | 'CVE' | 'CZK' | 'DJF' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GNF' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HRK' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IQD' | 'IRR' | 'ISK' | 'JEP' | 'JMD' | 'JOD' | 'JPY' | 'KES' | 'KGS' | 'KHR' | 'KID' | 'KMF' | 'KRW' | 'KWD' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'LTL' | 'LVL' | 'LYD' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MRU' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'OMR' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'PYG' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'RWF' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLL' | 'SOS' | 'SRD' | 'SSP' | 'STD' | 'STN' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TND' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'UGX' | 'USD' | 'USDC' | 'UYU' | 'UZS' | 'VED' | 'VEF' | 'VES' | 'VND' | 'VUV' | 'WST' | 'XAF' | 'XCD' | 'XOF' | 'XPF' | 'XXX' | 'YER' | 'ZAR' | 'ZMW';

export type DeliveryConditionField = 'TOTAL_PRICE' | 'TOTAL_WEIGHT';

export type DeliveryConditionOperator = 'GREATER_THAN_OR_EQUAL_TO' | 'LESS_THAN_OR_EQUAL_TO';

export type DeliveryCountryInput = {
    readonly code?: InputMaybe<CountryCode>;
    readonly includeAllProvinces?: InputMaybe<Scalars['Boolean']['input']>;
    readonly provinces?: InputMaybe<ReadonlyArray<DeliveryProvinceInput>>;
    readonly restOfWorld?: InputMaybe<Scalars['Boolean']['input']>;
};

export type DeliveryLocationGroupZoneInput = {
    readonly countries?: InputMaybe<ReadonlyArray<DeliveryCountryInput>>;
    readonly id?: InputMaybe<Scalars['ID']['input']>;
    readonly methodDefinitionsToCreate?: InputMaybe<ReadonlyArray<DeliveryMethodDefinitionInput>>;
    readonly methodDefinitionsToUpdate?: InputMaybe<ReadonlyArray<DeliveryMethodDefinitionInput>>;
    readonly name?: InputMaybe<Scalars['String']['input']>;
};

export type DeliveryMethodDefinitionInput = {
    readonly active?: InputMaybe<Scalars['Boolean']['input']>;
    readonly conditionsToUpdate?: InputMaybe<ReadonlyArray<DeliveryUpdateConditionInput>>;
    readonly description?: InputMaybe<Scalars['String']['input']>;
    readonly id?: InputMaybe<Scalars['ID']['input']>;
    readonly name?: InputMaybe<Scalars['String']['input']>;
    readonly participant?: InputMaybe<DeliveryParticipantInput>;
    readonly priceConditionsToCreate?: InputMaybe<ReadonlyArray<DeliveryPriceConditionInput>>;
    readonly rateDefinition?: InputMaybe<DeliveryRateDefinitionInput>;
    readonly weightConditionsToCreate?: InputMaybe<ReadonlyArray<DeliveryWeightConditionInput>>;
};

export type DeliveryMethodType = 'LOCAL' | 'NONE' | 'PICKUP_POINT' | 'PICK_UP' | 'RETAIL' | 'SHIPPING';

export type DeliveryParticipantInput = {
    readonly adaptToNewServices?: InputMaybe<Scalars['Boolean']['input']>;
    readonly carrierServiceId?: InputMaybe<Scalars['ID']['input']>;
    readonly fixedFee?: InputMaybe<MoneyInput>;
    readonly id?: InputMaybe<Scalars['ID']['input']>;
    readonly participantServices?: InputMaybe<ReadonlyArray<DeliveryParticipantServiceInput>>;
    readonly percentageOfRateFee?: InputMaybe<Scalars['Float']['input']>;
};

export type DeliveryParticipantServiceInput = {
    readonly active: Scalars['Boolean']['input'];
    readonly name: Scalars['String']['input'];
};

export type DeliveryPriceConditionInput = {
    readonly criteria?: InputMaybe<MoneyInput>;
    readonly operator?: InputMaybe<DeliveryConditionOperator>;
};

export type DeliveryProfileInput = {
    readonly conditionsToDelete?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
    readonly coversAllItems?: InputMaybe<Scalars['Boolean']['input']>;
    readonly locationGroupsToCreate?: InputMaybe<ReadonlyArray<DeliveryProfileLocationGroupInput>>;
    readonly locationGroupsToDelete?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
    readonly locationGroupsToUpdate?: InputMaybe<ReadonlyArray<DeliveryProfileLocationGroupInput>>;
    readonly methodDefinitionsToDelete?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
    readonly name?: InputMaybe<Scalars['String']['input']>;
    readonly profileLocationGroups?: InputMaybe<ReadonlyArray<DeliveryProfileLocationGroupInput>>;
    readonly sellingPlanGroupsToAssociate?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
    readonly sellingPlanGroupsToDissociate?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
    readonly variantsToAssociate?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
    readonly variantsToDissociate?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
    readonly zonesToDelete?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
};

export type DeliveryProfileLocationGroupInput = {
    readonly id?: InputMaybe<Scalars['ID']['input']>;
    readonly locations?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
    readonly locationsToAdd?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
    readonly locationsToRemove?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
    readonly zonesToCreate?: InputMaybe<ReadonlyArray<DeliveryLocationGroupZoneInput>>;
    readonly zonesToUpdate?: InputMaybe<ReadonlyArray<DeliveryLocationGroupZoneInput>>;
};

export type DeliveryProvinceInput = {
    readonly code: Scalars['String']['input'];
};

export type DeliveryRateDefinitionInput = {
    readonly id?: InputMaybe<Scalars['ID']['input']>;
    readonly price: MoneyInput;
};

export type DeliveryUpdateConditionInput = {
    readonly criteria?: InputMaybe<Scalars['Float']['input']>;
    readonly criteriaUnit?: InputMaybe<Scalars['String']['input']>;
    readonly field?: InputMaybe<DeliveryConditionField>;
    readonly id: Scalars['ID']['input'];
    readonly operator?: InputMaybe<DeliveryConditionOperator>;
};

export type DeliveryWeightConditionInput = {
    readonly criteria?: InputMaybe<WeightInput>;
    readonly operator?: InputMaybe<DeliveryConditionOperator>;
};

export type FileContentType = 'EXTERNAL_VIDEO' | 'FILE' | 'IMAGE' | 'MODEL_3D' | 'VIDEO';

export type FileCreateInputDuplicateResolutionMode = 'APPEND_UUID' | 'RAISE_ERROR' | 'REPLACE';

export type FileSetInput = {
    readonly alt?: InputMaybe<Scalars['String']['input']>;
    readonly contentType?: InputMaybe<FileContentType>;
    readonly duplicateResolutionMode?: InputMaybe<FileCreateInputDuplicateResolutionMode>;
    readonly filename?: InputMaybe<Scalars['String']['input']>;
    readonly id?: InputMaybe<Scalars['ID']['input']>;
    readonly originalSource?: InputMaybe<Scalars['String']['input']>;
};

export type FulfillmentDisplayStatus = 'ATTEMPTED_DELIVERY' | 'CANCELED' | 'CARRIER_PICKED_UP' | 'CONFIRMED' | 'DELAYED' | 'DELIVERED' | 'FAILURE' | 'FULFILLED' | 'IN_TRANSIT' | 'LABEL_PRINTED' | 'LABEL_PURCHASED' | 'LABEL_VOIDED' | 'MARKED_AS_FULFILLED' | 'NOT_DELIVERED' | 'OUT_FOR_DELIVERY' | 'PICKED_UP' | 'READY_FOR_PICKUP' | 'SUBMITTED';

export type FulfillmentEventInput = {
    readonly address1?: InputMaybe<Scalars['String']['input']>;
    readonly city?: InputMaybe<Scalars['String']['input']>;
    readonly country?: InputMaybe<Scalars['String']['input']>;
    readonly estimatedDeliveryAt?: InputMaybe<Scalars['DateTime']['input']>;
    readonly fulfillmentId: Scalars['ID']['input'];
    readonly happenedAt?: InputMaybe<Scalars['DateTime']['input']>;
    readonly latitude?: InputMaybe<Scalars['Float']['input']>;
    readonly longitude?: InputMaybe<Scalars['Float']['input']>;
    readonly message?: InputMaybe<Scalars['String']['input']>;
    readonly province?: InputMaybe<Scalars['String']['input']>;
    readonly status: FulfillmentEventStatus;
    readonly zip?: InputMaybe<Scalars['String']['input']>;
};

export type FulfillmentEventStatus = 'ATTEMPTED_DELIVERY' | 'CARRIER_PICKED_UP' | 'CONFIRMED' | 'DELAYED' | 'DELIVERED' | 'FAILURE' | 'IN_TRANSIT' | 'LABEL_PRINTED' | 'LABEL_PURCHASED' | 'OUT_FOR_DELIVERY' | 'READY_FOR_PICKUP';

export type FulfillmentHoldReason = 'AWAITING_PAYMENT' | 'AWAITING_RETURN_ITEMS' | 'HIGH_RISK_OF_FRAUD' | 'INCORRECT_ADDRESS' | 'INVENTORY_OUT_OF_STOCK' | 'ONLINE_STORE_POST_PURCHASE_CROSS_SELL' | 'OTHER' | 'UNKNOWN_DELIVERY_DATE';

export type FulfillmentInput = {
    readonly lineItemsByFulfillmentOrder: ReadonlyArray<FulfillmentOrderLineItemsInput>;
    readonly notifyCustomer?: InputMaybe<Scalars['Boolean']['input']>;
    readonly originAddress?: InputMaybe<FulfillmentOriginAddressInput>;
    readonly trackingInfo?: InputMaybe<FulfillmentTrackingInput>;
};

export type FulfillmentOrderAction = 'CANCEL_FULFILLMENT_ORDER' | 'CREATE_FULFILLMENT' | 'EXTERNAL' | 'HOLD' | 'MARK_AS_OPEN' | 'MERGE' | 'MOVE' | 'RELEASE_HOLD' | 'REPORT_PROGRESS' | 'REQUEST_CANCELLATION' | 'REQUEST_FULFILLMENT' | 'SPLIT';

export type FulfillmentOrderAssignmentStatus = 'CANCELLATION_REQUESTED' | 'FULFILLMENT_ACCEPTED' | 'FULFILLMENT_REQUESTED' | 'FULFILLMENT_UNSUBMITTED';

export type FulfillmentOrderLineItemInput = {
    readonly id: Scalars['ID']['input'];
    readonly quantity: Scalars['Int']['input'];
};

export type FulfillmentOrderLineItemsInput = {
    readonly fulfillmentOrderId: Scalars['ID']['input'];
    readonly fulfillmentOrderLineItems?: InputMaybe<ReadonlyArray<FulfillmentOrderLineItemInput>>;
};

export type FulfillmentOrderMerchantRequestKind = 'CANCELLATION_REQUEST' | 'FULFILLMENT_REQUEST';

export type FulfillmentOrderRejectionReason = 'INCORRECT_ADDRESS' | 'INCORRECT_PRODUCT_INFO' | 'INELIGIBLE_PRODUCT' | 'INTERNATIONAL_SHIPPING_UNAVAILABLE' | 'INVALID_CONTACT_INFORMATION' | 'INVALID_SKU' | 'INVENTORY_OUT_OF_STOCK' | 'MERCHANT_BLOCKED_OR_SUSPENDED' | 'MISSING_CUSTOMS_INFO' | 'ORDER_TOO_LARGE' | 'OTHER' | 'PACKAGE_PREFERENCE_NOT_SET' | 'PAYMENT_DECLINED' | 'UNDELIVERABLE_DESTINATION';

export type FulfillmentOrderRequestStatus = 'ACCEPTED' | 'CANCELLATION_ACCEPTED' | 'CANCELLATION_REJECTED' | 'CANCELLATION_REQUESTED' | 'CLOSED' | 'REJECTED' | 'SUBMITTED' | 'UNSUBMITTED';

export type FulfillmentOrderStatus = 'CANCELLED' | 'CLOSED' | 'INCOMPLETE' | 'IN_PROGRESS' | 'ON_HOLD' | 'OPEN' | 'SCHEDULED';

export type FulfillmentOriginAddressInput = {
    readonly address1?: InputMaybe<Scalars['String']['input']>;
    readonly address2?: InputMaybe<Scalars['String']['input']>;
    readonly city?: InputMaybe<Scalars['String']['input']>;
    readonly countryCode: Scalars['String']['input'];
    readonly provinceCode?: InputMaybe<Scalars['String']['input']>;
    readonly zip?: InputMaybe<Scalars['String']['input']>;
};

export type FulfillmentServiceType = 'GIFT_CARD' | 'MANUAL' | 'THIRD_PARTY';

export type FulfillmentStatus = 'CANCELLED' | 'ERROR' | 'FAILURE' | 'OPEN' | 'PENDING' | 'SUCCESS';

export type FulfillmentTrackingInput = {
    readonly company?: InputMaybe<Scalars['String']['input']>;
    readonly number?: InputMaybe<Scalars['String']['input']>;
    readonly numbers?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
    readonly url?: InputMaybe<Scalars['URL']['input']>;
    readonly urls?: InputMaybe<ReadonlyArray<Scalars['URL']['input']>>;
};

export type InventoryAdjustmentInput = {
    readonly adjustment?: InputMaybe<Scalars['Int']['input']>;
    readonly changeFromQuantity?: InputMaybe<Scalars['Int']['input']>;
    readonly locationId: Scalars['ID']['input'];
};

export type InventoryItemInput = {
    readonly cost?: InputMaybe<Scalars['Decimal']['input']>;
    readonly countryCodeOfOrigin?: InputMaybe<CountryCode>;
    readonly countryHarmonizedSystemCodes?: InputMaybe<ReadonlyArray<CountryHarmonizedSystemCodeInput>>;
    readonly harmonizedSystemCode?: InputMaybe<Scalars['String']['input']>;
    readonly measurement?: InputMaybe<InventoryItemMeasurementInput>;
    readonly provinceCodeOfOrigin?: InputMaybe<Scalars['String']['input']>;
    readonly requiresShipping?: InputMaybe<Scalars['Boolean']['input']>;
    readonly sku?: InputMaybe<Scalars['String']['input']>;
    readonly tracked?: InputMaybe<Scalars['Boolean']['input']>;
};

export type InventoryItemMeasurementInput = {
    readonly shippingPackageId?: InputMaybe<Scalars['ID']['input']>;
    readonly weight?: InputMaybe<WeightInput>;
};

export type InventoryLevelInput = {
    readonly availableQuantity: Scalars['Int']['input'];
    readonly locationId: Scalars['ID']['input'];
};

export type InventoryQuantityInput = {
    readonly changeFromQuantity?: InputMaybe<Scalars['Int']['input']>;
    readonly inventoryItemId: Scalars['ID']['input'];
    readonly locationId: Scalars['ID']['input'];
    readonly quantity: Scalars['Int']['input'];
};

export type InventorySetQuantitiesInput = {
    readonly name: Scalars['String']['input'];
    readonly quantities: ReadonlyArray<InventoryQuantityInput>;
    readonly reason: Scalars['String']['input'];
    readonly referenceDocumentUri?: InputMaybe<Scalars['String']['input']>;
};

export type InventorySetQuantitiesUserErrorCode = 'CHANGE_FROM_QUANTITY_STALE' | 'COMPARE_QUANTITY_REQUIRED' | 'COMPARE_QUANTITY_STALE' | 'IDEMPOTENCY_CONCURRENT_REQUEST' | 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH' | 'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED' | 'INVALID_INVENTORY_ITEM' | 'INVALID_LOCATION' | 'INVALID_NAME' | 'INVALID_QUANTITY_NEGATIVE' | 'INVALID_QUANTITY_TOO_HIGH' | 'INVALID_QUANTITY_TOO_LOW' | 'INVALID_REASON' | 'INVALID_REFERENCE_DOCUMENT' | 'NON_MUTABLE_INVENTORY_ITEM' | 'NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR';

export type LinkedMetafieldCreateInput = {
    readonly key: Scalars['String']['input'];
    readonly namespace: Scalars['String']['input'];
    readonly values?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

export type MailingAddressInput = {
    readonly address1?: InputMaybe<Scalars['String']['input']>;
    readonly address2?: InputMaybe<Scalars['String']['input']>;
    readonly city?: InputMaybe<Scalars['String']['input']>;
    readonly company?: InputMaybe<Scalars['String']['input']>;
    readonly country?: InputMaybe<Scalars['String']['input']>;
    readonly countryCode?: InputMaybe<CountryCode>;
    readonly firstName?: InputMaybe<Scalars['String']['input']>;
    readonly id?: InputMaybe<Scalars['ID']['input']>;
    readonly lastName?: InputMaybe<Scalars['String']['input']>;
    readonly phone?: InputMaybe<Scalars['String']['input']>;
    readonly province?: InputMaybe<Scalars['String']['input']>;
    readonly provinceCode?: InputMaybe<Scalars['String']['input']>;
    readonly zip?: InputMaybe<Scalars['String']['input']>;
};

export type MetafieldAccessInput = {
    readonly admin?: InputMaybe<MetafieldAdminAccessInput>;
    readonly customerAccount?: InputMaybe<MetafieldCustomerAccountAccessInput>;
    readonly storefront?: InputMaybe<MetafieldStorefrontAccessInput>;
};

export type MetafieldAdminAccessInput = 'MERCHANT_READ' | 'MERCHANT_READ_WRITE';

export type MetafieldCapabilityAdminFilterableInput = {
    readonly enabled: Scalars['Boolean']['input'];
};

export type MetafieldCapabilityAnalyticsQueryableInput = {
    readonly enabled: Scalars['Boolean']['input'];
};

export type MetafieldCapabilityCartToOrderCopyableInput = {
    readonly enabled: Scalars['Boolean']['input'];
};

export type MetafieldCapabilityCreateInput = {
    readonly adminFilterable?: InputMaybe<MetafieldCapabilityAdminFilterableInput>;
    readonly analyticsQueryable?: InputMaybe<MetafieldCapabilityAnalyticsQueryableInput>;
    readonly cartToOrderCopyable?: InputMaybe<MetafieldCapabilityCartToOrderCopyableInput>;
    readonly smartCollectionCondition?: InputMaybe<MetafieldCapabilitySmartCollectionConditionInput>;
    readonly uniqueValues?: InputMaybe<MetafieldCapabilityUniqueValuesInput>;
};

export type MetafieldCapabilitySmartCollectionConditionInput = {
    readonly enabled: Scalars['Boolean']['input'];
};

export type MetafieldCapabilityUniqueValuesInput = {
    readonly enabled: Scalars['Boolean']['input'];
};

export type MetafieldCustomerAccountAccessInput = 'NONE' | 'READ' | 'READ_WRITE';

export type MetafieldDefinitionConstraintsInput = {
    readonly key: Scalars['String']['input'];
    readonly values: ReadonlyArray<Scalars['String']['input']>;
};

export type MetafieldDefinitionCreateUserErrorCode = 'ADMIN_ACCESS_INPUT_NOT_ALLOWED' | 'BLANK' | 'CAPABILITY_REQUIRED_BUT_DISABLED' | 'DUPLICATE_OPTION' | 'INCLUSION' | 'INVALID' | 'INVALID_CAPABILITY' | 'INVALID_CHARACTER' | 'INVALID_CONSTRAINTS' | 'INVALID_INPUT_COMBINATION' | 'INVALID_OPTION' | 'LIMIT_EXCEEDED' | 'OWNER_TYPE_LIMIT_EXCEEDED_FOR_AUTOMATED_COLLECTIONS' | 'OWNER_TYPE_LIMIT_EXCEEDED_FOR_USE_AS_ADMIN_FILTERS' | 'PINNED_LIMIT_REACHED' | 'PRESENT' | 'RESERVED_NAMESPACE_KEY' | 'RESOURCE_TYPE_LIMIT_EXCEEDED' | 'RESOURCE_TYPE_LIMIT_EXCEEDED_BY_APP' | 'TAKEN' | 'TOO_LONG' | 'TOO_SHORT' | 'TYPE_NOT_ALLOWED_FOR_CONDITIONS' | 'UNSTRUCTURED_ALREADY_EXISTS' | 'UNSUPPORTED_PINNING';

export type MetafieldDefinitionInput = {
    readonly access?: InputMaybe<MetafieldAccessInput>;
    readonly capabilities?: InputMaybe<MetafieldCapabilityCreateInput>;
    readonly constraints?: InputMaybe<MetafieldDefinitionConstraintsInput>;
    readonly description?: InputMaybe<Scalars['String']['input']>;
    readonly key: Scalars['String']['input'];
    readonly name: Scalars['String']['input'];
    readonly namespace?: InputMaybe<Scalars['String']['input']>;
    readonly ownerType: MetafieldOwnerType;
    readonly pin?: InputMaybe<Scalars['Boolean']['input']>;
    readonly type: Scalars['String']['input'];
    readonly useAsCollectionCondition?: InputMaybe<Scalars['Boolean']['input']>;
    readonly validations?: InputMaybe<ReadonlyArray<MetafieldDefinitionValidationInput>>;
};

export type MetafieldDefinitionValidationInput = {
    readonly name: Scalars['String']['input'];
    readonly value: Scalars['String']['input'];
};

export type MetafieldIdentifierInput = {
    readonly key: Scalars['String']['input'];
    readonly namespace: Scalars['String']['input'];
    readonly ownerId: Scalars['ID']['input'];
};

export type MetafieldInput = {
    readonly id?: InputMaybe<Scalars['ID']['input']>;
    readonly key?: InputMaybe<Scalars['String']['input']>;
    readonly namespace?: InputMaybe<Scalars['String']['input']>;
    readonly type?: InputMaybe<Scalars['String']['input']>;
    readonly value?: InputMaybe<Scalars['String']['input']>;
};

export type MetafieldOwnerType = 'API_PERMISSION' | 'ARTICLE' | 'BLOG' | 'CARTTRANSFORM' | 'COLLECTION' | 'COMPANY' | 'COMPANY_LOCATION' | 'CUSTOMER' | 'DELIVERY_CUSTOMIZATION' | 'DISCOUNT' | 'DRAFTORDER' | 'FULFILLMENT_CONSTRAINT_RULE' | 'GIFT_CARD_TRANSACTION' | 'LOCATION' | 'MARKET' | 'MEDIA_IMAGE' | 'ORDER' | 'ORDER_ROUTING_LOCATION_RULE' | 'PAGE' | 'PAYMENT_CUSTOMIZATION' | 'PRODUCT' | 'PRODUCTVARIANT' | 'SELLING_PLAN' | 'SHOP' | 'TRANSFER' | 'VALIDATION';

export type MetafieldStorefrontAccessInput = 'NONE' | 'PUBLIC_READ';

export type MetafieldsSetInput = {
    readonly compareDigest?: InputMaybe<Scalars['String']['input']>;
    readonly key: Scalars['String']['input'];
    readonly namespace?: InputMaybe<Scalars['String']['input']>;
    readonly ownerId: Scalars['ID']['input'];
    readonly type?: InputMaybe<Scalars['String']['input']>;
    readonly value: Scalars['String']['input'];
};

export type MetafieldsSetUserErrorCode = 'APP_NOT_AUTHORIZED' | 'BLANK' | 'CAPABILITY_VIOLATION' | 'INCLUSION' | 'INTERNAL_ERROR' | 'INVALID' | 'INVALID_COMPARE_DIGEST' | 'INVALID_TYPE' | 'INVALID_VALUE' | 'LESS_THAN_OR_EQUAL_TO' | 'PRESENT' | 'STALE_OBJECT' | 'TAKEN' | 'TOO_LONG' | 'TOO_SHORT';

export type MoneyBagInput = {
    readonly presentmentMoney?: InputMaybe<MoneyInput>;
    readonly shopMoney: MoneyInput;
};

export type MoneyInput = {
    readonly amount: Scalars['Decimal']['input'];
    readonly currencyCode: CurrencyCode;
};

export type OptionSetInput = {
    readonly id?: InputMaybe<Scalars['ID']['input']>;
    readonly linkedMetafield?: InputMaybe<LinkedMetafieldCreateInput>;
    readonly name?: InputMaybe<Scalars['String']['input']>;
    readonly position?: InputMaybe<Scalars['Int']['input']>;
    readonly values?: InputMaybe<ReadonlyArray<OptionValueSetInput>>;
};

export type OptionValueSetInput = {
    readonly id?: InputMaybe<Scalars['ID']['input']>;
    readonly name?: InputMaybe<Scalars['String']['input']>;
};

export type OrderCancelReason = 'CUSTOMER' | 'DECLINED' | 'FRAUD' | 'INVENTORY' | 'OTHER' | 'STAFF';

export type OrderCancelUserErrorCode = 'INTERNAL_ERROR' | 'INVALID' | 'NOT_FOUND' | 'NO_REFUND_PERMISSION' | 'NO_REFUND_TO_STORE_CREDIT_PERMISSION' | 'STORE_CREDIT_REFUND_B2B_NOT_SUPPORTED' | 'STORE_CREDIT_REFUND_EXPIRATION_IN_PAST' | 'STORE_CREDIT_REFUND_MISSING_CUSTOMER';

export type OrderCreateAssociateCustomerAttributesInput = {
    readonly email?: InputMaybe<Scalars['String']['input']>;
    readonly id?: InputMaybe<Scalars['ID']['input']>;
};

export type OrderCreateCustomAttributeInput = {
    readonly key: Scalars['String']['input'];
    readonly value: Scalars['String']['input'];
};

export type OrderCreateCustomerAddressInput = {
    readonly address1?: InputMaybe<Scalars['String']['input']>;
    readonly address2?: InputMaybe<Scalars['String']['input']>;
    readonly city?: InputMaybe<Scalars['String']['input']>;
    readonly company?: InputMaybe<Scalars['String']['input']>;
    readonly country?: InputMaybe<Scalars['String']['input']>;
    readonly firstName?: InputMaybe<Scalars['String']['input']>;
    readonly lastName?: InputMaybe<Scalars['String']['input']>;
    readonly phone?: InputMaybe<Scalars['String']['input']>;
    readonly province?: InputMaybe<Scalars['String']['input']>;
    readonly zip?: InputMaybe<Scalars['String']['input']>;
};

export type OrderCreateCustomerInput = {
    readonly toAssociate: OrderCreateAssociateCustomerAttributesInput;
    readonly toUpsert?: never;
} | {
    readonly toAssociate?: never;
    readonly toUpsert: OrderCreateUpsertCustomerAttributesInput;
};

export type OrderCreateDiscountCodeInput = {
    readonly freeShippingDiscountCode?: InputMaybe<OrderCreateFreeShippingDiscountCodeAttributesInput>;
    readonly itemFixedDiscountCode?: InputMaybe<OrderCreateFixedDiscountCodeAttributesInput>;
    readonly itemPercentageDiscountCode?: InputMaybe<OrderCreatePercentageDiscountCodeAttributesInput>;
};

export type OrderCreateFinancialStatus = 'AUTHORIZED' | 'EXPIRED' | 'PAID' | 'PARTIALLY_PAID' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED' | 'VOIDED';

export type OrderCreateFixedDiscountCodeAttributesInput = {
    readonly amountSet?: InputMaybe<MoneyBagInput>;
    readonly code: Scalars['String']['input'];
};

export type OrderCreateFreeShippingDiscountCodeAttributesInput = {
    readonly code: Scalars['String']['input'];
};

export type OrderCreateFulfillmentInput = {
    readonly locationId: Scalars['ID']['input'];
    readonly notifyCustomer?: InputMaybe<Scalars['Boolean']['input']>;
    readonly originAddress?: InputMaybe<FulfillmentOriginAddressInput>;
    readonly shipmentStatus?: InputMaybe<FulfillmentEventStatus>;
    readonly trackingCompany?: InputMaybe<Scalars['String']['input']>;
    readonly trackingNumber?: InputMaybe<Scalars['String']['input']>;
    readonly trackingNumbers?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
};

export type OrderCreateFulfillmentStatus = 'FULFILLED' | 'PARTIAL' | 'RESTOCKED';

export type OrderCreateInputsInventoryBehavior = 'BYPASS' | 'DECREMENT_IGNORING_POLICY' | 'DECREMENT_OBEYING_POLICY';

export type OrderCreateLineItemInput = {
    readonly fulfillmentService?: InputMaybe<Scalars['String']['input']>;
    readonly giftCard?: InputMaybe<Scalars['Boolean']['input']>;
    readonly priceSet?: InputMaybe<MoneyBagInput>;
    readonly productId?: InputMaybe<Scalars['ID']['input']>;
    readonly properties?: InputMaybe<ReadonlyArray<OrderCreateLineItemPropertyInput>>;
    readonly quantity: Scalars['Int']['input'];
    readonly requiresShipping?: InputMaybe<Scalars['Boolean']['input']>;
    readonly sku?: InputMaybe<Scalars['String']['input']>;
    readonly taxLines?: InputMaybe<ReadonlyArray<OrderCreateTaxLineInput>>;
    readonly taxable?: InputMaybe<Scalars['Boolean']['input']>;
    readonly title?: InputMaybe<Scalars['String']['input']>;
    readonly variantId?: InputMaybe<Scalars['ID']['input']>;
    readonly variantTitle?: InputMaybe<Scalars['String']['input']>;
    readonly vendor?: InputMaybe<Scalars['String']['input']>;
    readonly weight?: InputMaybe<WeightInput>;
};

export type OrderCreateLineItemPropertyInput = {
    readonly name: Scalars['String']['input'];
    readonly value: Scalars['String']['input'];
};

export type OrderCreateOptionsInput = {
    readonly inventoryBehaviour?: InputMaybe<OrderCreateInputsInventoryBehavior>;
    readonly sendFulfillmentReceipt?: InputMaybe<Scalars['Boolean']['input']>;
    readonly sendReceipt?: InputMaybe<Scalars['Boolean']['input']>;
};

export type OrderCreateOrderInput = {
    readonly billingAddress?: InputMaybe<MailingAddressInput>;
    readonly buyerAcceptsMarketing?: InputMaybe<Scalars['Boolean']['input']>;
    readonly closedAt?: InputMaybe<Scalars['DateTime']['input']>;
    readonly companyLocationId?: InputMaybe<Scalars['ID']['input']>;
    readonly currency?: InputMaybe<CurrencyCode>;
    readonly customAttributes?: InputMaybe<ReadonlyArray<OrderCreateCustomAttributeInput>>;
    readonly customer?: InputMaybe<OrderCreateCustomerInput>;
    readonly customerId?: InputMaybe<Scalars['ID']['input']>;
    readonly discountCode?: InputMaybe<OrderCreateDiscountCodeInput>;
    readonly email?: InputMaybe<Scalars['String']['input']>;
    readonly financialStatus?: InputMaybe<OrderCreateFinancialStatus>;
    readonly fulfillment?: InputMaybe<OrderCreateFulfillmentInput>;
    readonly fulfillmentStatus?: InputMaybe<OrderCreateFulfillmentStatus>;
    readonly lineItems?: InputMaybe<ReadonlyArray<OrderCreateLineItemInput>>;
    readonly metafields?: InputMaybe<ReadonlyArray<MetafieldInput>>;
    readonly name?: InputMaybe<Scalars['String']['input']>;
    readonly note?: InputMaybe<Scalars['String']['input']>;
    readonly phone?: InputMaybe<Scalars['String']['input']>;
    readonly poNumber?: InputMaybe<Scalars['String']['input']>;
    readonly presentmentCurrency?: InputMaybe<CurrencyCode>;
    readonly processedAt?: InputMaybe<Scalars['DateTime']['input']>;
    readonly referringSite?: InputMaybe<Scalars['URL']['input']>;
    readonly shippingAddress?: InputMaybe<MailingAddressInput>;
    readonly shippingLines?: InputMaybe<ReadonlyArray<OrderCreateShippingLineInput>>;
    readonly sourceIdentifier?: InputMaybe<Scalars['String']['input']>;
    readonly sourceName?: InputMaybe<Scalars['String']['input']>;
    readonly sourceUrl?: InputMaybe<Scalars['URL']['input']>;
    readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
    readonly taxLines?: InputMaybe<ReadonlyArray<OrderCreateTaxLineInput>>;
    readonly taxesIncluded?: InputMaybe<Scalars['Boolean']['input']>;
    readonly test?: InputMaybe<Scalars['Boolean']['input']>;
    readonly transactions?: InputMaybe<ReadonlyArray<OrderCreateOrderTransactionInput>>;
    readonly userId?: InputMaybe<Scalars['ID']['input']>;
};

export type OrderCreateOrderTransactionInput = {
    readonly amountSet: MoneyBagInput;
    readonly authorizationCode?: InputMaybe<Scalars['String']['input']>;
    readonly deviceId?: InputMaybe<Scalars['ID']['input']>;
    readonly gateway?: InputMaybe<Scalars['String']['input']>;
    readonly giftCardId?: InputMaybe<Scalars['ID']['input']>;
    readonly kind?: InputMaybe<OrderTransactionKind>;
    readonly locationId?: InputMaybe<Scalars['ID']['input']>;
    readonly processedAt?: InputMaybe<Scalars['DateTime']['input']>;
    readonly receiptJson?: InputMaybe<Scalars['JSON']['input']>;
    readonly status?: InputMaybe<OrderTransactionStatus>;
    readonly test?: InputMaybe<Scalars['Boolean']['input']>;
    readonly userId?: InputMaybe<Scalars['ID']['input']>;
};

export type OrderCreatePercentageDiscountCodeAttributesInput = {
    readonly code: Scalars['String']['input'];
    readonly percentage?: InputMaybe<Scalars['Float']['input']>;
};

export type OrderCreateShippingLineInput = {
    readonly code?: InputMaybe<Scalars['String']['input']>;
    readonly priceSet: MoneyBagInput;
    readonly source?: InputMaybe<Scalars['String']['input']>;
    readonly taxLines?: InputMaybe<ReadonlyArray<OrderCreateTaxLineInput>>;
    readonly title: Scalars['String']['input'];
};

export type OrderCreateTaxLineInput = {
    readonly channelLiable?: InputMaybe<Scalars['Boolean']['input']>;
    readonly priceSet?: InputMaybe<MoneyBagInput>;
    readonly rate: Scalars['Decimal']['input'];
    readonly title: Scalars['String']['input'];
};

export type OrderCreateUpsertCustomerAttributesInput = {
    readonly addresses?: InputMaybe<ReadonlyArray<OrderCreateCustomerAddressInput>>;
    readonly email?: InputMaybe<Scalars['String']['input']>;
    readonly firstName?: InputMaybe<Scalars['String']['input']>;
    readonly id?: InputMaybe<Scalars['ID']['input']>;
    readonly lastName?: InputMaybe<Scalars['String']['input']>;
    readonly multipassIdentifier?: InputMaybe<Scalars['String']['input']>;
    readonly note?: InputMaybe<Scalars['String']['input']>;
    readonly phone?: InputMaybe<Scalars['String']['input']>;
    readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
    readonly taxExempt?: InputMaybe<Scalars['Boolean']['input']>;
};

export type OrderDisplayFinancialStatus = 'AUTHORIZED' | 'EXPIRED' | 'PAID' | 'PARTIALLY_PAID' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED' | 'VOIDED';

export type OrderDisplayFulfillmentStatus = 'FULFILLED' | 'FULFILLMENT_NOT_REQUIRED' | 'IN_PROGRESS' | 'ON_HOLD' | 'OPEN' | 'PARTIALLY_FULFILLED' | 'PENDING_FULFILLMENT' | 'REQUEST_DECLINED' | 'RESTOCKED' | 'SCHEDULED' | 'UNFULFILLED';

export type OrderTransactionKind = 'AUTHORIZATION' | 'CAPTURE' | 'CHANGE' | 'EMV_AUTHORIZATION' | 'REFUND' | 'SALE' | 'SUGGESTED_REFUND' | 'VOID';

export type OrderTransactionStatus = 'AWAITING_RESPONSE' | 'ERROR' | 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN';

export type ProductClaimOwnershipInput = {
    readonly bundles?: InputMaybe<Scalars['Boolean']['input']>;
};

export type ProductIdentifierInput = {
    readonly customId: UniqueMetafieldValueInput;
    readonly handle?: never;
    readonly id?: never;
} | {
    readonly customId?: never;
    readonly handle: Scalars['String']['input'];
    readonly id?: never;
} | {
    readonly customId?: never;
    readonly handle?: never;
    readonly id: Scalars['ID']['input'];
};

export type ProductSetIdentifiers = {
    readonly customId: UniqueMetafieldValueInput;
    readonly handle?: never;
    readonly id?: never;
} | {
    readonly customId?: never;
    readonly handle: Scalars['String']['input'];
    readonly id?: never;
} | {
    readonly customId?: never;
    readonly handle?: never;
    readonly id: Scalars['ID']['input'];
};

export type ProductSetInput = {
    readonly category?: InputMaybe<Scalars['ID']['input']>;
    readonly claimOwnership?: InputMaybe<ProductClaimOwnershipInput>;
    readonly collections?: InputMaybe<ReadonlyArray<Scalars['ID']['input']>>;
    readonly combinedListingRole?: InputMaybe<CombinedListingsRole>;
    readonly descriptionHtml?: InputMaybe<Scalars['String']['input']>;
    readonly files?: InputMaybe<ReadonlyArray<FileSetInput>>;
    readonly giftCard?: InputMaybe<Scalars['Boolean']['input']>;
    readonly giftCardTemplateSuffix?: InputMaybe<Scalars['String']['input']>;
    readonly handle?: InputMaybe<Scalars['String']['input']>;
    readonly id?: InputMaybe<Scalars['ID']['input']>;
    readonly metafields?: InputMaybe<ReadonlyArray<MetafieldInput>>;
    readonly productOptions?: InputMaybe<ReadonlyArray<OptionSetInput>>;
    readonly productType?: InputMaybe<Scalars['String']['input']>;
    readonly redirectNewHandle?: InputMaybe<Scalars['Boolean']['input']>;
    readonly requiresSellingPlan?: InputMaybe<Scalars['Boolean']['input']>;
    readonly seo?: InputMaybe<SeoInput>;
    readonly status?: InputMaybe<ProductStatus>;
    readonly tags?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
    readonly templateSuffix?: InputMaybe<Scalars['String']['input']>;
    readonly title?: InputMaybe<Scalars['String']['input']>;
    readonly variants?: InputMaybe<ReadonlyArray<ProductVariantSetInput>>;
    readonly vendor?: InputMaybe<Scalars['String']['input']>;
};

export type ProductSetInventoryInput = {
    readonly locationId: Scalars['ID']['input'];
    readonly name: Scalars['String']['input'];
    readonly quantity: Scalars['Int']['input'];
};

export type ProductSetUserErrorCode = 'CANNOT_COMBINE_LINKED_AND_NONLINKED_OPTION_VALUES' | 'CAPABILITY_VIOLATION' | 'DUPLICATED_METAFIELD_VALUE' | 'DUPLICATED_OPTION_NAME' | 'DUPLICATED_OPTION_VALUE' | 'DUPLICATED_VALUE' | 'DUPLICATE_LINKED_OPTION' | 'GENERIC_ERROR' | 'GIFT_CARDS_NOT_ACTIVATED' | 'GIFT_CARD_ATTRIBUTE_CANNOT_BE_CHANGED' | 'HANDLE_NOT_UNIQUE' | 'ID_NOT_ALLOWED' | 'INPUT_MISMATCH' | 'INVALID_INPUT' | 'INVALID_METAFIELD' | 'INVALID_METAFIELD_VALUE_FOR_LINKED_OPTION' | 'INVALID_PRODUCT' | 'INVALID_VARIANT' | 'INVENTORY_QUANTITIES_LIMIT_EXCEEDED' | 'JOB_ERROR' | 'LINKED_METAFIELD_DEFINITION_NOT_FOUND' | 'LINKED_OPTIONS_NOT_SUPPORTED_FOR_SHOP' | 'METAFIELD_MISMATCH' | 'MISSING_FIELD_REQUIRED' | 'NOT_FOUND' | 'OPTIONS_OVER_LIMIT' | 'OPTION_DOES_NOT_EXIST' | 'OPTION_VALUES_MISSING' | 'OPTION_VALUES_OVER_LIMIT' | 'OPTION_VALUE_DOES_NOT_EXIST' | 'PRODUCT_DOES_NOT_EXIST' | 'PRODUCT_OPTIONS_INPUT_MISSING' | 'PRODUCT_SUSPENDED' | 'PRODUCT_VARIANT_DOES_NOT_EXIST' | 'VARIANTS_INPUT_MISSING' | 'VARIANTS_OVER_LIMIT';

export type ProductStatus = 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED';

export type ProductVariantInventoryPolicy = 'CONTINUE' | 'DENY';

export type ProductVariantSetInput = {
    readonly barcode?: InputMaybe<Scalars['String']['input']>;
    readonly compareAtPrice?: InputMaybe<Scalars['Money']['input']>;
    readonly file?: InputMaybe<FileSetInput>;
    readonly id?: InputMaybe<Scalars['ID']['input']>;
    readonly inventoryItem?: InputMaybe<InventoryItemInput>;
    readonly inventoryPolicy?: InputMaybe<ProductVariantInventoryPolicy>;
    readonly inventoryQuantities?: InputMaybe<ReadonlyArray<ProductSetInventoryInput>>;
    readonly metafields?: InputMaybe<ReadonlyArray<MetafieldInput>>;
    readonly optionValues: ReadonlyArray<VariantOptionValueInput>;
    readonly position?: InputMaybe<Scalars['Int']['input']>;
    readonly price?: InputMaybe<Scalars['Money']['input']>;
    readonly published?: InputMaybe<Scalars['Boolean']['input']>;
    readonly requiresComponents?: InputMaybe<Scalars['Boolean']['input']>;
    readonly showUnitPrice?: InputMaybe<Scalars['Boolean']['input']>;
    readonly sku?: InputMaybe<Scalars['String']['input']>;
    readonly taxCode?: InputMaybe<Scalars['String']['input']>;
    readonly taxable?: InputMaybe<Scalars['Boolean']['input']>;
    readonly unitPriceMeasurement?: InputMaybe<UnitPriceMeasurementInput>;
};

export type ProductVariantsBulkCreateUserErrorCode = 'CANNOT_SET_NAME_FOR_LINKED_OPTION_VALUE' | 'GREATER_THAN_OR_EQUAL_TO' | 'INVALID' | 'INVALID_INPUT' | 'INVENTORY_QUANTITIES_LIMIT_EXCEEDED' | 'LOCAL_CURRENCY_GIFT_CARD_PRICE_MUST_BE_ZERO' | 'MUST_BE_FOR_THIS_PRODUCT' | 'NEED_TO_ADD_OPTION_VALUES' | 'NEGATIVE_PRICE_VALUE' | 'NOT_DEFINED_FOR_SHOP' | 'NO_KEY_ON_CREATE' | 'OPTION_VALUES_FOR_NUMBER_OF_UNKNOWN_OPTIONS' | 'PRODUCT_DOES_NOT_EXIST' | 'PRODUCT_SUSPENDED' | 'SUBSCRIPTION_VIOLATION' | 'TOO_MANY_INVENTORY_LOCATIONS' | 'TRACKED_VARIANT_LOCATION_NOT_FOUND' | 'UNSUPPORTED_COMBINED_LISTING_PARENT_OPERATION' | 'VARIANT_ALREADY_EXISTS' | 'VARIANT_ALREADY_EXISTS_CHANGE_OPTION_VALUE';

export type ProductVariantsBulkInput = {
    readonly barcode?: InputMaybe<Scalars['String']['input']>;
    readonly compareAtPrice?: InputMaybe<Scalars['Money']['input']>;
    readonly id?: InputMaybe<Scalars['ID']['input']>;
    readonly inventoryItem?: InputMaybe<InventoryItemInput>;
    readonly inventoryPolicy?: InputMaybe<ProductVariantInventoryPolicy>;
    readonly inventoryQuantities?: InputMaybe<ReadonlyArray<InventoryLevelInput>>;
    readonly mediaId?: InputMaybe<Scalars['ID']['input']>;
    readonly mediaSrc?: InputMaybe<ReadonlyArray<Scalars['String']['input']>>;
    readonly metafields?: InputMaybe<ReadonlyArray<MetafieldInput>>;
    readonly optionValues?: InputMaybe<ReadonlyArray<VariantOptionValueInput>>;
    readonly price?: InputMaybe<Scalars['Money']['input']>;
    readonly published?: InputMaybe<Scalars['Boolean']['input']>;
    readonly quantityAdjustments?: InputMaybe<ReadonlyArray<InventoryAdjustmentInput>>;
    readonly requiresComponents?: InputMaybe<Scalars['Boolean']['input']>;
    readonly showUnitPrice?: InputMaybe<Scalars['Boolean']['input']>;
    readonly taxCode?: InputMaybe<Scalars['String']['input']>;
    readonly taxable?: InputMaybe<Scalars['Boolean']['input']>;
    readonly unitPriceMeasurement?: InputMaybe<UnitPriceMeasurementInput>;
};

export type ProductVariantsBulkUpdateUserErrorCode = 'BLANK' | 'CANNOT_SET_NAME_FOR_LINKED_OPTION_VALUE' | 'CANNOT_SPECIFY_BOTH' | 'GREATER_THAN_OR_EQUAL_TO' | 'INVALID_INPUT' | 'INVALID_VALUE' | 'INVENTORY_QUANTITIES_LIMIT_EXCEEDED' | 'LOCAL_CURRENCY_GIFT_CARD_PRICE_MUST_BE_ZERO' | 'MUST_BE_FOR_THIS_PRODUCT' | 'MUST_SPECIFY_ONE_OF_PAIR' | 'NEED_TO_ADD_OPTION_VALUES' | 'NEGATIVE_PRICE_VALUE' | 'NOT_DEFINED_FOR_SHOP' | 'NO_INVENTORY_QUANTITES_DURING_UPDATE' | 'NO_INVENTORY_QUANTITIES_ON_VARIANTS_UPDATE' | 'OPTION_DOES_NOT_EXIST' | 'OPTION_VALUES_FOR_NUMBER_OF_UNKNOWN_OPTIONS' | 'OPTION_VALUE_DOES_NOT_EXIST' | 'OPTION_VALUE_NAME_TOO_LONG' | 'PRODUCT_DOES_NOT_EXIST' | 'PRODUCT_SUSPENDED' | 'PRODUCT_VARIANT_DOES_NOT_EXIST' | 'PRODUCT_VARIANT_ID_MISSING' | 'SUBSCRIPTION_VIOLATION' | 'TOO_LONG' | 'TOO_SHORT' | 'UNSUPPORTED_COMBINED_LISTING_PARENT_OPERATION' | 'VARIANT_ALREADY_EXISTS';

export type PublicationInput = {
    readonly channelId?: InputMaybe<Scalars['ID']['input']>;
    readonly publicationId?: InputMaybe<Scalars['ID']['input']>;
    readonly publishDate?: InputMaybe<Scalars['DateTime']['input']>;
};

export type SeoInput = {
    readonly description?: InputMaybe<Scalars['String']['input']>;
    readonly title?: InputMaybe<Scalars['String']['input']>;
};

export type UniqueMetafieldValueInput = {
    readonly key: Scalars['String']['input'];
    readonly namespace?: InputMaybe<Scalars['String']['input']>;
    readonly value: Scalars['String']['input'];
};

export type UnitPriceMeasurementInput = {
    readonly quantityUnit?: InputMaybe<UnitPriceMeasurementMeasuredUnit>;
    readonly quantityValue?: InputMaybe<Scalars['Float']['input']>;
    readonly referenceUnit?: InputMaybe<UnitPriceMeasurementMeasuredUnit>;
    readonly referenceValue?: InputMaybe<Scalars['Int']['input']>;
};

export type UnitPriceMeasurementMeasuredUnit = 'CL' | 'CM' | 'FLOZ' | 'FT' | 'FT2' | 'G' | 'GAL' | 'IN' | 'ITEM' | 'KG' | 'L' | 'LB' | 'M' | 'M2' | 'M3' | 'MG' | 'ML' | 'MM' | 'OZ' | 'PT' | 'QT' | 'UNKNOWN' | 'YD';

export type VariantOptionValueInput = {
    readonly id?: InputMaybe<Scalars['ID']['input']>;
    readonly linkedMetafieldValue?: InputMaybe<Scalars['String']['input']>;
    readonly name?: InputMaybe<Scalars['String']['input']>;
    readonly optionId?: InputMaybe<Scalars['ID']['input']>;
    readonly optionName?: InputMaybe<Scalars['String']['input']>;
};

export type WeightInput = {
    readonly unit: WeightUnit;
    readonly value: Scalars['Float']['input'];
};

export type WeightUnit = 'GRAMS' | 'KILOGRAMS' | 'OUNCES' | 'POUNDS';

export type AcceptCancellationRequestMutationVariables = Exact<{
    id: Scalars['ID']['input'];
    message?: InputMaybe<Scalars['String']['input']>;
}>;

export type AcceptCancellationRequestMutation = {
    readonly fulfillmentOrderAcceptCancellationRequest: {
        readonly fulfillmentOrder: {
            readonly id: string;
            readonly status: FulfillmentOrderStatus;
            readonly requestStatus: FulfillmentOrderRequestStatus;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type AcceptFulfillmentRequestMutationVariables = Exact<{
    id: Scalars['ID']['input'];
    message?: InputMaybe<Scalars['String']['input']>;
}>;

export type AcceptFulfillmentRequestMutation = {
    readonly fulfillmentOrderAcceptFulfillmentRequest: {
        readonly fulfillmentOrder: {
            readonly id: string;
            readonly status: FulfillmentOrderStatus;
            readonly requestStatus: FulfillmentOrderRequestStatus;
            readonly updatedAt: string;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type FulfillmentCancelMutationVariables = Exact<{
    id: Scalars['ID']['input'];
}>;

export type FulfillmentCancelMutation = {
    readonly fulfillmentCancel: {
        readonly fulfillment: {
            readonly id: string;
            readonly status: FulfillmentStatus;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type CloseFulfillmentOrderMutationVariables = Exact<{
    id: Scalars['ID']['input'];
    message?: InputMaybe<Scalars['String']['input']>;
}>;

export type CloseFulfillmentOrderMutation = {
    readonly fulfillmentOrderClose: {
        readonly fulfillmentOrder: {
            readonly id: string;
            readonly status: FulfillmentOrderStatus;
            readonly requestStatus: FulfillmentOrderRequestStatus;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type FulfillmentEventCreateMutationVariables = Exact<{
    event: FulfillmentEventInput;
}>;

export type FulfillmentEventCreateMutation = {
    readonly fulfillmentEventCreate: {
        readonly fulfillmentEvent: {
            readonly id: string;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type FulfillmentServiceCreateMutationVariables = Exact<{
    name: Scalars['String']['input'];
    callbackUrl: Scalars['URL']['input'];
}>;

export type FulfillmentServiceCreateMutation = {
    readonly fulfillmentServiceCreate: {
        readonly fulfillmentService: {
            readonly id: string;
            readonly location: {
                readonly id: string;
            } | null;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type FulfillmentCreateMutationVariables = Exact<{
    fulfillment: FulfillmentInput;
}>;

export type FulfillmentCreateMutation = {
    readonly fulfillmentCreate: {
        readonly fulfillment: {
            readonly id: string;
            readonly name: string;
            readonly status: FulfillmentStatus;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type FulfillmentOrderOwnerQueryVariables = Exact<{
    id: Scalars['ID']['input'];
}>;

export type FulfillmentOrderOwnerQuery = {
    readonly fulfillmentOrder: {
        readonly id: string;
        readonly orderId: string;
        readonly status: FulfillmentOrderStatus;
        readonly assignedLocation: {
            readonly location: {
                readonly id: string;
            } | null;
        };
    } | null;
};

export type MoveTargetsQueryVariables = Exact<{
    id: Scalars['ID']['input'];
}>;

export type MoveTargetsQuery = {
    readonly fulfillmentOrder: {
        readonly id: string;
        readonly status: FulfillmentOrderStatus;
        readonly locationsForMove: {
            readonly nodes: ReadonlyArray<{
                readonly location: {
                    readonly id: string;
                    readonly name: string;
                    readonly isActive: boolean;
                    readonly isFulfillmentService: boolean;
                };
            }>;
        };
        readonly lineItems: {
            readonly nodes: ReadonlyArray<{
                readonly remainingQuantity: number;
                readonly inventoryItemId: string | null;
            }>;
        };
    } | null;
};

export type AssignedFulfillmentOrdersQueryVariables = Exact<{
    locationIds?: InputMaybe<ReadonlyArray<Scalars['ID']['input']> | Scalars['ID']['input']>;
    status?: InputMaybe<FulfillmentOrderAssignmentStatus>;
    after?: InputMaybe<Scalars['String']['input']>;
}>;

export type AssignedFulfillmentOrdersQuery = {
    readonly assignedFulfillmentOrders: {
        readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly orderId: string;
            readonly status: FulfillmentOrderStatus;
            readonly requestStatus: FulfillmentOrderRequestStatus;
            readonly updatedAt: string;
        }>;
        readonly pageInfo: {
            readonly hasNextPage: boolean;
            readonly endCursor: string | null;
        };
    };
};

export type FulfillmentOrderLinesQueryVariables = Exact<{
    id: Scalars['ID']['input'];
    after?: InputMaybe<Scalars['String']['input']>;
}>;

export type FulfillmentOrderLinesQuery = {
    readonly fulfillmentOrder: {
        readonly lineItems: {
            readonly nodes: ReadonlyArray<{
                readonly id: string;
                readonly totalQuantity: number;
                readonly remainingQuantity: number;
                readonly lineItem: {
                    readonly id: string;
                };
            }>;
            readonly pageInfo: {
                readonly hasNextPage: boolean;
                readonly endCursor: string | null;
            };
        };
    } | null;
};

export type FulfillmentOrderLineFieldsFragment = {
    readonly id: string;
    readonly totalQuantity: number;
    readonly remainingQuantity: number;
    readonly lineItem: {
        readonly id: string;
    };
};

export type FulfillmentOrderRequestsQueryVariables = Exact<{
    id: Scalars['ID']['input'];
    before?: InputMaybe<Scalars['String']['input']>;
}>;

export type FulfillmentOrderRequestsQuery = {
    readonly fulfillmentOrder: {
        readonly merchantRequests: {
            readonly nodes: ReadonlyArray<{
                readonly id: string;
                readonly kind: FulfillmentOrderMerchantRequestKind;
                readonly message: string | null;
                readonly requestOptions: unknown | null;
                readonly sentAt: string;
            }>;
            readonly pageInfo: {
                readonly hasPreviousPage: boolean;
                readonly startCursor: string | null;
            };
        };
    } | null;
};

export type MerchantRequestFieldsFragment = {
    readonly id: string;
    readonly kind: FulfillmentOrderMerchantRequestKind;
    readonly message: string | null;
    readonly requestOptions: unknown | null;
    readonly sentAt: string;
};

export type OrderFulfillmentOrdersQueryVariables = Exact<{
    id: Scalars['ID']['input'];
    after?: InputMaybe<Scalars['String']['input']>;
}>;

export type OrderFulfillmentOrdersQuery = {
    readonly order: {
        readonly fulfillmentOrders: {
            readonly nodes: ReadonlyArray<{
                readonly id: string;
                readonly status: FulfillmentOrderStatus;
                readonly requestStatus: FulfillmentOrderRequestStatus;
                readonly createdAt: string;
                readonly updatedAt: string;
                readonly fulfillAt: string | null;
                readonly assignedLocation: {
                    readonly name: string;
                    readonly location: {
                        readonly id: string;
                    } | null;
                };
                readonly destination: {
                    readonly firstName: string | null;
                    readonly lastName: string | null;
                    readonly company: string | null;
                    readonly address1: string | null;
                    readonly address2: string | null;
                    readonly city: string | null;
                    readonly province: string | null;
                    readonly zip: string | null;
                    readonly countryCode: CountryCode | null;
                    readonly phone: string | null;
                    readonly email: string | null;
                } | null;
                readonly deliveryMethod: {
                    readonly methodType: DeliveryMethodType;
                } | null;
                readonly supportedActions: ReadonlyArray<{
                    readonly action: FulfillmentOrderAction;
                }>;
                readonly fulfillmentHolds: ReadonlyArray<{
                    readonly id: string;
                    readonly reason: FulfillmentHoldReason;
                    readonly reasonNotes: string | null;
                    readonly heldByRequestingApp: boolean;
                }>;
                readonly merchantRequests: {
                    readonly nodes: ReadonlyArray<{
                        readonly id: string;
                        readonly kind: FulfillmentOrderMerchantRequestKind;
                        readonly message: string | null;
                        readonly requestOptions: unknown | null;
                        readonly sentAt: string;
                    }>;
                    readonly pageInfo: {
                        readonly hasPreviousPage: boolean;
                        readonly startCursor: string | null;
                    };
                };
                readonly lineItems: {
                    readonly nodes: ReadonlyArray<{
                        readonly id: string;
                        readonly totalQuantity: number;
                        readonly remainingQuantity: number;
                        readonly lineItem: {
                            readonly id: string;
                        };
                    }>;
                    readonly pageInfo: {
                        readonly hasNextPage: boolean;
                        readonly endCursor: string | null;
                    };
                };
            }>;
            readonly pageInfo: {
                readonly hasNextPage: boolean;
                readonly endCursor: string | null;
            };
        };
    } | null;
};

export type FulfillmentOrderFieldsFragment = {
    readonly id: string;
    readonly status: FulfillmentOrderStatus;
    readonly requestStatus: FulfillmentOrderRequestStatus;
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly fulfillAt: string | null;
    readonly assignedLocation: {
        readonly name: string;
        readonly location: {
            readonly id: string;
        } | null;
    };
    readonly destination: {
        readonly firstName: string | null;
        readonly lastName: string | null;
        readonly company: string | null;
        readonly address1: string | null;
        readonly address2: string | null;
        readonly city: string | null;
        readonly province: string | null;
        readonly zip: string | null;
        readonly countryCode: CountryCode | null;
        readonly phone: string | null;
        readonly email: string | null;
    } | null;
    readonly deliveryMethod: {
        readonly methodType: DeliveryMethodType;
    } | null;
    readonly supportedActions: ReadonlyArray<{
        readonly action: FulfillmentOrderAction;
    }>;
    readonly fulfillmentHolds: ReadonlyArray<{
        readonly id: string;
        readonly reason: FulfillmentHoldReason;
        readonly reasonNotes: string | null;
        readonly heldByRequestingApp: boolean;
    }>;
    readonly merchantRequests: {
        readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly kind: FulfillmentOrderMerchantRequestKind;
            readonly message: string | null;
            readonly requestOptions: unknown | null;
            readonly sentAt: string;
        }>;
        readonly pageInfo: {
            readonly hasPreviousPage: boolean;
            readonly startCursor: string | null;
        };
    };
    readonly lineItems: {
        readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly totalQuantity: number;
            readonly remainingQuantity: number;
            readonly lineItem: {
                readonly id: string;
            };
        }>;
        readonly pageInfo: {
            readonly hasNextPage: boolean;
            readonly endCursor: string | null;
        };
    };
};

export type FulfillmentServicesQueryVariables = Exact<{
    [key: string]: never;
}>;

export type FulfillmentServicesQuery = {
    readonly shop: {
        readonly fulfillmentServices: ReadonlyArray<{
            readonly id: string;
            readonly handle: string;
            readonly serviceName: string;
            readonly type: FulfillmentServiceType;
            readonly callbackUrl: string | null;
            readonly location: {
                readonly id: string;
                readonly isActive: boolean;
            } | null;
        }>;
    };
};

export type FulfillmentsByIdQueryVariables = Exact<{
    ids: ReadonlyArray<Scalars['ID']['input']> | Scalars['ID']['input'];
}>;

export type FulfillmentsByIdQuery = {
    readonly nodes: ReadonlyArray<{
        readonly id: string;
        readonly name: string;
        readonly status: FulfillmentStatus;
        readonly displayStatus: FulfillmentDisplayStatus | null;
        readonly createdAt: string;
        readonly location: {
            readonly id: string;
        } | null;
        readonly trackingInfo: ReadonlyArray<{
            readonly company: string | null;
            readonly number: string | null;
            readonly url: string | null;
        }>;
        readonly fulfillmentLineItems: {
            readonly nodes: ReadonlyArray<{
                readonly quantity: number | null;
                readonly lineItem: {
                    readonly id: string;
                };
            }>;
            readonly pageInfo: {
                readonly hasNextPage: boolean;
                readonly endCursor: string | null;
            };
        };
        readonly events: {
            readonly nodes: ReadonlyArray<{
                readonly id: string;
                readonly status: FulfillmentEventStatus;
                readonly happenedAt: string;
                readonly message: string | null;
            }>;
            readonly pageInfo: {
                readonly hasNextPage: boolean;
                readonly endCursor: string | null;
            };
        };
    } | Record<PropertyKey, never> | null>;
};

export type FulfillmentFieldsFragment = {
    readonly id: string;
    readonly name: string;
    readonly status: FulfillmentStatus;
    readonly displayStatus: FulfillmentDisplayStatus | null;
    readonly createdAt: string;
    readonly location: {
        readonly id: string;
    } | null;
    readonly trackingInfo: ReadonlyArray<{
        readonly company: string | null;
        readonly number: string | null;
        readonly url: string | null;
    }>;
    readonly fulfillmentLineItems: {
        readonly nodes: ReadonlyArray<{
            readonly quantity: number | null;
            readonly lineItem: {
                readonly id: string;
            };
        }>;
        readonly pageInfo: {
            readonly hasNextPage: boolean;
            readonly endCursor: string | null;
        };
    };
    readonly events: {
        readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly status: FulfillmentEventStatus;
            readonly happenedAt: string;
            readonly message: string | null;
        }>;
        readonly pageInfo: {
            readonly hasNextPage: boolean;
            readonly endCursor: string | null;
        };
    };
};

export type FulfillmentTrackingFieldsFragment = {
    readonly company: string | null;
    readonly number: string | null;
    readonly url: string | null;
};

export type FulfillmentLineFieldsFragment = {
    readonly quantity: number | null;
    readonly lineItem: {
        readonly id: string;
    };
};

export type FulfillmentEventFieldsFragment = {
    readonly id: string;
    readonly status: FulfillmentEventStatus;
    readonly happenedAt: string;
    readonly message: string | null;
};

export type OrderFulfillmentIdsQueryVariables = Exact<{
    id: Scalars['ID']['input'];
}>;

export type OrderFulfillmentIdsQuery = {
    readonly order: {
        readonly fulfillments: ReadonlyArray<{
            readonly id: string;
        }>;
    } | null;
};

export type OrderFulfillmentsQueryVariables = Exact<{
    id: Scalars['ID']['input'];
}>;

export type OrderFulfillmentsQuery = {
    readonly order: {
        readonly fulfillments: ReadonlyArray<{
            readonly id: string;
            readonly name: string;
            readonly status: FulfillmentStatus;
            readonly displayStatus: FulfillmentDisplayStatus | null;
            readonly createdAt: string;
            readonly location: {
                readonly id: string;
            } | null;
            readonly trackingInfo: ReadonlyArray<{
                readonly company: string | null;
                readonly number: string | null;
                readonly url: string | null;
            }>;
            readonly fulfillmentLineItems: {
                readonly nodes: ReadonlyArray<{
                    readonly quantity: number | null;
                    readonly lineItem: {
                        readonly id: string;
                    };
                }>;
                readonly pageInfo: {
                    readonly hasNextPage: boolean;
                    readonly endCursor: string | null;
                };
            };
            readonly events: {
                readonly nodes: ReadonlyArray<{
                    readonly id: string;
                    readonly status: FulfillmentEventStatus;
                    readonly happenedAt: string;
                    readonly message: string | null;
                }>;
                readonly pageInfo: {
                    readonly hasNextPage: boolean;
                    readonly endCursor: string | null;
                };
            };
        }>;
    } | null;
};

export type MoveFulfillmentOrderMutationVariables = Exact<{
    id: Scalars['ID']['input'];
    newLocationId: Scalars['ID']['input'];
}>;

export type MoveFulfillmentOrderMutation = {
    readonly fulfillmentOrderMove: {
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type FulfillmentEventsQueryVariables = Exact<{
    id: Scalars['ID']['input'];
    after?: InputMaybe<Scalars['String']['input']>;
}>;

export type FulfillmentEventsQuery = {
    readonly fulfillment: {
        readonly events: {
            readonly nodes: ReadonlyArray<{
                readonly id: string;
                readonly status: FulfillmentEventStatus;
                readonly happenedAt: string;
                readonly message: string | null;
            }>;
            readonly pageInfo: {
                readonly hasNextPage: boolean;
                readonly endCursor: string | null;
            };
        };
    } | null;
};

export type FulfillmentLinesQueryVariables = Exact<{
    id: Scalars['ID']['input'];
    after?: InputMaybe<Scalars['String']['input']>;
}>;

export type FulfillmentLinesQuery = {
    readonly fulfillment: {
        readonly fulfillmentLineItems: {
            readonly nodes: ReadonlyArray<{
                readonly quantity: number | null;
                readonly lineItem: {
                    readonly id: string;
                };
            }>;
            readonly pageInfo: {
                readonly hasNextPage: boolean;
                readonly endCursor: string | null;
            };
        };
    } | null;
};

export type FulfillmentTrackingQueryVariables = Exact<{
    id: Scalars['ID']['input'];
}>;

export type FulfillmentTrackingQuery = {
    readonly fulfillment: {
        readonly trackingInfo: ReadonlyArray<{
            readonly company: string | null;
            readonly number: string | null;
            readonly url: string | null;
        }>;
    } | null;
};

export type RejectCancellationRequestMutationVariables = Exact<{
    id: Scalars['ID']['input'];
    message?: InputMaybe<Scalars['String']['input']>;
}>;

export type RejectCancellationRequestMutation = {
    readonly fulfillmentOrderRejectCancellationRequest: {
        readonly fulfillmentOrder: {
            readonly id: string;
            readonly status: FulfillmentOrderStatus;
            readonly requestStatus: FulfillmentOrderRequestStatus;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type RejectFulfillmentRequestMutationVariables = Exact<{
    id: Scalars['ID']['input'];
    message?: InputMaybe<Scalars['String']['input']>;
    reason?: InputMaybe<FulfillmentOrderRejectionReason>;
}>;

export type RejectFulfillmentRequestMutation = {
    readonly fulfillmentOrderRejectFulfillmentRequest: {
        readonly fulfillmentOrder: {
            readonly id: string;
            readonly status: FulfillmentOrderStatus;
            readonly requestStatus: FulfillmentOrderRequestStatus;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type SubmitFulfillmentRequestMutationVariables = Exact<{
    id: Scalars['ID']['input'];
    lines?: InputMaybe<ReadonlyArray<FulfillmentOrderLineItemInput> | FulfillmentOrderLineItemInput>;
    message?: InputMaybe<Scalars['String']['input']>;
    notifyCustomer?: InputMaybe<Scalars['Boolean']['input']>;
}>;

export type SubmitFulfillmentRequestMutation = {
    readonly fulfillmentOrderSubmitFulfillmentRequest: {
        readonly submittedFulfillmentOrder: {
            readonly id: string;
        } | null;
        readonly unsubmittedFulfillmentOrder: {
            readonly id: string;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type FulfillmentServiceUpdateMutationVariables = Exact<{
    id: Scalars['ID']['input'];
    name: Scalars['String']['input'];
    callbackUrl: Scalars['URL']['input'];
}>;

export type FulfillmentServiceUpdateMutation = {
    readonly fulfillmentServiceUpdate: {
        readonly fulfillmentService: {
            readonly id: string;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type FulfillmentTrackingUpdateMutationVariables = Exact<{
    id: Scalars['ID']['input'];
    tracking: FulfillmentTrackingInput;
    notifyCustomer: Scalars['Boolean']['input'];
}>;

export type FulfillmentTrackingUpdateMutation = {
    readonly fulfillmentTrackingInfoUpdate: {
        readonly fulfillment: {
            readonly id: string;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type InventoryActivateMutationVariables = Exact<{
    inventoryItemId: Scalars['ID']['input'];
    locationId: Scalars['ID']['input'];
    available?: InputMaybe<Scalars['Int']['input']>;
    key: Scalars['String']['input'];
}>;

export type InventoryActivateMutation = {
    readonly inventoryActivate: {
        readonly inventoryLevel: {
            readonly id: string;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type InventoryDeactivateMutationVariables = Exact<{
    inventoryLevelId: Scalars['ID']['input'];
}>;

export type InventoryDeactivateMutation = {
    readonly inventoryDeactivate: {
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type InventoryLevelsQueryVariables = Exact<{
    ids: ReadonlyArray<Scalars['ID']['input']> | Scalars['ID']['input'];
}>;

export type InventoryLevelsQuery = {
    readonly nodes: ReadonlyArray<{
        readonly id: string;
        readonly inventoryLevels: {
            readonly nodes: ReadonlyArray<{
                readonly id: string;
                readonly isActive: boolean;
                readonly location: {
                    readonly id: string;
                };
                readonly quantities: ReadonlyArray<{
                    readonly name: string;
                    readonly quantity: number;
                }>;
            }>;
        };
    } | Record<PropertyKey, never> | null>;
};

export type StockedVariantsQueryVariables = Exact<{
    locationId: Scalars['ID']['input'];
    after?: InputMaybe<Scalars['String']['input']>;
}>;

export type StockedVariantsQuery = {
    readonly location: {
        readonly inventoryLevels: {
            readonly nodes: ReadonlyArray<{
                readonly id: string;
                readonly quantities: ReadonlyArray<{
                    readonly name: string;
                    readonly quantity: number;
                }>;
                readonly item: {
                    readonly id: string;
                    readonly variants: {
                        readonly nodes: ReadonlyArray<{
                            readonly id: string;
                            readonly title: string;
                            readonly product: {
                                readonly id: string;
                                readonly title: string;
                            };
                        }>;
                    } | null;
                };
            }>;
            readonly pageInfo: {
                readonly hasNextPage: boolean;
                readonly endCursor: string | null;
            };
        };
    } | null;
};

export type StockLevelsQueryVariables = Exact<{
    ids: ReadonlyArray<Scalars['ID']['input']> | Scalars['ID']['input'];
    locationId: Scalars['ID']['input'];
}>;

export type StockLevelsQuery = {
    readonly nodes: ReadonlyArray<{
        readonly id: string;
        readonly inventoryLevel: {
            readonly isActive: boolean;
            readonly quantities: ReadonlyArray<{
                readonly name: string;
                readonly quantity: number;
            }>;
        } | null;
    } | Record<PropertyKey, never> | null>;
};

export type InventorySetMutationVariables = Exact<{
    input: InventorySetQuantitiesInput;
    key: Scalars['String']['input'];
}>;

export type InventorySetMutation = {
    readonly inventorySetQuantities: {
        readonly inventoryAdjustmentGroup: {
            readonly id: string;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly code: InventorySetQuantitiesUserErrorCode | null;
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type InventorySkuMutationVariables = Exact<{
    id: Scalars['ID']['input'];
    sku: Scalars['String']['input'];
}>;

export type InventorySkuMutation = {
    readonly inventoryItemUpdate: {
        readonly inventoryItem: {
            readonly id: string;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type InventoryTrackMutationVariables = Exact<{
    id: Scalars['ID']['input'];
}>;

export type InventoryTrackMutation = {
    readonly inventoryItemUpdate: {
        readonly inventoryItem: {
            readonly id: string;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type TagsAddMutationVariables = Exact<{
    id: Scalars['ID']['input'];
    tags: ReadonlyArray<Scalars['String']['input']> | Scalars['String']['input'];
}>;

export type TagsAddMutation = {
    readonly tagsAdd: {
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type OrderCancelMutationVariables = Exact<{
    orderId: Scalars['ID']['input'];
    reason: OrderCancelReason;
    notifyCustomer: Scalars['Boolean']['input'];
    staffNote?: InputMaybe<Scalars['String']['input']>;
}>;

export type OrderCancelMutation = {
    readonly orderCancel: {
        readonly job: {
            readonly id: string;
        } | null;
        readonly orderCancelUserErrors: ReadonlyArray<{
            readonly code: OrderCancelUserErrorCode | null;
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type OrderCreateMutationVariables = Exact<{
    order: OrderCreateOrderInput;
    options?: InputMaybe<OrderCreateOptionsInput>;
}>;

export type OrderCreateMutation = {
    readonly orderCreate: {
        readonly order: {
            readonly id: string;
            readonly name: string;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type OrderForPlacementQueryVariables = Exact<{
    id: Scalars['ID']['input'];
}>;

export type OrderForPlacementQuery = {
    readonly order: {
        readonly id: string;
        readonly name: string;
        readonly createdAt: string;
        readonly updatedAt: string;
        readonly cancelledAt: string | null;
        readonly cancelReason: OrderCancelReason | null;
        readonly closed: boolean;
        readonly test: boolean;
        readonly edited: boolean;
        readonly tags: ReadonlyArray<string>;
        readonly note: string | null;
        readonly sourceName: string | null;
        readonly email: string | null;
        readonly phone: string | null;
        readonly displayFinancialStatus: OrderDisplayFinancialStatus | null;
        readonly displayFulfillmentStatus: OrderDisplayFulfillmentStatus;
        readonly fullyPaid: boolean;
        readonly canMarkAsPaid: boolean;
        readonly paymentGatewayNames: ReadonlyArray<string>;
        readonly currencyCode: CurrencyCode;
        readonly presentmentCurrencyCode: CurrencyCode;
        readonly taxesIncluded: boolean;
        readonly transactions: ReadonlyArray<{
            readonly id: string;
            readonly kind: OrderTransactionKind;
            readonly status: OrderTransactionStatus;
            readonly gateway: string | null;
            readonly formattedGateway: string | null;
            readonly manualPaymentGateway: boolean;
            readonly test: boolean;
            readonly amountSet: {
                readonly shopMoney: {
                    readonly amount: string;
                };
            };
        }>;
        readonly shippingLines: {
            readonly nodes: ReadonlyArray<{
                readonly id: string | null;
                readonly title: string;
                readonly code: string | null;
                readonly source: string | null;
                readonly originalPriceSet: {
                    readonly shopMoney: {
                        readonly amount: string;
                    };
                };
                readonly discountAllocations: ReadonlyArray<{
                    readonly allocatedAmountSet: {
                        readonly shopMoney: {
                            readonly amount: string;
                        };
                    };
                }>;
                readonly taxLines: ReadonlyArray<{
                    readonly priceSet: {
                        readonly shopMoney: {
                            readonly amount: string;
                        };
                    };
                }>;
            }>;
            readonly pageInfo: {
                readonly hasNextPage: boolean;
                readonly endCursor: string | null;
            };
        };
        readonly refunds: ReadonlyArray<{
            readonly id: string;
        }>;
        readonly lineItems: {
            readonly nodes: ReadonlyArray<{
                readonly id: string;
                readonly title: string;
                readonly variantTitle: string | null;
                readonly sku: string | null;
                readonly quantity: number;
                readonly currentQuantity: number;
                readonly unfulfilledQuantity: number;
                readonly requiresShipping: boolean;
                readonly isGiftCard: boolean;
                readonly variant: {
                    readonly id: string;
                } | null;
                readonly originalUnitPriceSet: {
                    readonly shopMoney: {
                        readonly amount: string;
                    };
                };
                readonly discountAllocations: ReadonlyArray<{
                    readonly allocatedAmountSet: {
                        readonly shopMoney: {
                            readonly amount: string;
                        };
                    };
                }>;
                readonly taxLines: ReadonlyArray<{
                    readonly priceSet: {
                        readonly shopMoney: {
                            readonly amount: string;
                        };
                    };
                }>;
            }>;
            readonly pageInfo: {
                readonly hasNextPage: boolean;
                readonly endCursor: string | null;
            };
        };
        readonly fulfillmentOrders: {
            readonly nodes: ReadonlyArray<{
                readonly id: string;
                readonly status: FulfillmentOrderStatus;
                readonly requestStatus: FulfillmentOrderRequestStatus;
                readonly createdAt: string;
                readonly updatedAt: string;
                readonly fulfillAt: string | null;
                readonly assignedLocation: {
                    readonly name: string;
                    readonly location: {
                        readonly id: string;
                    } | null;
                };
                readonly destination: {
                    readonly firstName: string | null;
                    readonly lastName: string | null;
                    readonly company: string | null;
                    readonly address1: string | null;
                    readonly address2: string | null;
                    readonly city: string | null;
                    readonly province: string | null;
                    readonly zip: string | null;
                    readonly countryCode: CountryCode | null;
                    readonly phone: string | null;
                    readonly email: string | null;
                } | null;
                readonly deliveryMethod: {
                    readonly methodType: DeliveryMethodType;
                } | null;
                readonly supportedActions: ReadonlyArray<{
                    readonly action: FulfillmentOrderAction;
                }>;
                readonly fulfillmentHolds: ReadonlyArray<{
                    readonly id: string;
                    readonly reason: FulfillmentHoldReason;
                    readonly reasonNotes: string | null;
                    readonly heldByRequestingApp: boolean;
                }>;
                readonly merchantRequests: {
                    readonly nodes: ReadonlyArray<{
                        readonly id: string;
                        readonly kind: FulfillmentOrderMerchantRequestKind;
                        readonly message: string | null;
                        readonly requestOptions: unknown | null;
                        readonly sentAt: string;
                    }>;
                    readonly pageInfo: {
                        readonly hasPreviousPage: boolean;
                        readonly startCursor: string | null;
                    };
                };
                readonly lineItems: {
                    readonly nodes: ReadonlyArray<{
                        readonly id: string;
                        readonly totalQuantity: number;
                        readonly remainingQuantity: number;
                        readonly lineItem: {
                            readonly id: string;
                        };
                    }>;
                    readonly pageInfo: {
                        readonly hasNextPage: boolean;
                        readonly endCursor: string | null;
                    };
                };
            }>;
            readonly pageInfo: {
                readonly hasNextPage: boolean;
                readonly endCursor: string | null;
            };
        };
        readonly fulfillments: ReadonlyArray<{
            readonly id: string;
            readonly name: string;
            readonly status: FulfillmentStatus;
            readonly displayStatus: FulfillmentDisplayStatus | null;
            readonly createdAt: string;
            readonly location: {
                readonly id: string;
            } | null;
            readonly trackingInfo: ReadonlyArray<{
                readonly company: string | null;
                readonly number: string | null;
                readonly url: string | null;
            }>;
            readonly fulfillmentLineItems: {
                readonly nodes: ReadonlyArray<{
                    readonly quantity: number | null;
                    readonly lineItem: {
                        readonly id: string;
                    };
                }>;
                readonly pageInfo: {
                    readonly hasNextPage: boolean;
                    readonly endCursor: string | null;
                };
            };
            readonly events: {
                readonly nodes: ReadonlyArray<{
                    readonly id: string;
                    readonly status: FulfillmentEventStatus;
                    readonly happenedAt: string;
                    readonly message: string | null;
                }>;
                readonly pageInfo: {
                    readonly hasNextPage: boolean;
                    readonly endCursor: string | null;
                };
            };
        }>;
        readonly app: {
            readonly id: string;
            readonly name: string;
        } | null;
        readonly paymentTerms: {
            readonly id: string;
        } | null;
        readonly currentTotalPriceSet: {
            readonly shopMoney: {
                readonly amount: string;
            };
        };
        readonly totalOutstandingSet: {
            readonly shopMoney: {
                readonly amount: string;
            };
        };
        readonly netPaymentSet: {
            readonly shopMoney: {
                readonly amount: string;
            };
        };
        readonly currentShippingPriceSet: {
            readonly shopMoney: {
                readonly amount: string;
            };
        };
        readonly totalTipReceivedSet: {
            readonly shopMoney: {
                readonly amount: string;
            };
        };
        readonly currentTotalDutiesSet: {
            readonly shopMoney: {
                readonly amount: string;
            };
        } | null;
        readonly additionalFees: ReadonlyArray<{
            readonly name: string;
            readonly price: {
                readonly shopMoney: {
                    readonly amount: string;
                };
            };
            readonly taxLines: ReadonlyArray<{
                readonly priceSet: {
                    readonly shopMoney: {
                        readonly amount: string;
                    };
                };
            }>;
        }>;
        readonly totalCashRoundingAdjustment: {
            readonly paymentSet: {
                readonly shopMoney: {
                    readonly amount: string;
                };
            };
        };
        readonly shippingAddress: {
            readonly firstName: string | null;
            readonly lastName: string | null;
            readonly company: string | null;
            readonly address1: string | null;
            readonly address2: string | null;
            readonly city: string | null;
            readonly province: string | null;
            readonly zip: string | null;
            readonly countryCodeV2: CountryCode | null;
            readonly phone: string | null;
        } | null;
        readonly billingAddress: {
            readonly firstName: string | null;
            readonly lastName: string | null;
            readonly company: string | null;
            readonly address1: string | null;
            readonly address2: string | null;
            readonly city: string | null;
            readonly province: string | null;
            readonly zip: string | null;
            readonly countryCodeV2: CountryCode | null;
            readonly phone: string | null;
        } | null;
    } | null;
};

export type OrderFieldsFragment = {
    readonly id: string;
    readonly name: string;
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly cancelledAt: string | null;
    readonly cancelReason: OrderCancelReason | null;
    readonly closed: boolean;
    readonly test: boolean;
    readonly edited: boolean;
    readonly tags: ReadonlyArray<string>;
    readonly note: string | null;
    readonly sourceName: string | null;
    readonly email: string | null;
    readonly phone: string | null;
    readonly displayFinancialStatus: OrderDisplayFinancialStatus | null;
    readonly displayFulfillmentStatus: OrderDisplayFulfillmentStatus;
    readonly fullyPaid: boolean;
    readonly canMarkAsPaid: boolean;
    readonly paymentGatewayNames: ReadonlyArray<string>;
    readonly currencyCode: CurrencyCode;
    readonly presentmentCurrencyCode: CurrencyCode;
    readonly taxesIncluded: boolean;
    readonly app: {
        readonly id: string;
        readonly name: string;
    } | null;
    readonly paymentTerms: {
        readonly id: string;
    } | null;
    readonly currentTotalPriceSet: {
        readonly shopMoney: {
            readonly amount: string;
        };
    };
    readonly totalOutstandingSet: {
        readonly shopMoney: {
            readonly amount: string;
        };
    };
    readonly netPaymentSet: {
        readonly shopMoney: {
            readonly amount: string;
        };
    };
    readonly currentShippingPriceSet: {
        readonly shopMoney: {
            readonly amount: string;
        };
    };
    readonly totalTipReceivedSet: {
        readonly shopMoney: {
            readonly amount: string;
        };
    };
    readonly currentTotalDutiesSet: {
        readonly shopMoney: {
            readonly amount: string;
        };
    } | null;
    readonly additionalFees: ReadonlyArray<{
        readonly name: string;
        readonly price: {
            readonly shopMoney: {
                readonly amount: string;
            };
        };
        readonly taxLines: ReadonlyArray<{
            readonly priceSet: {
                readonly shopMoney: {
                    readonly amount: string;
                };
            };
        }>;
    }>;
    readonly totalCashRoundingAdjustment: {
        readonly paymentSet: {
            readonly shopMoney: {
                readonly amount: string;
            };
        };
    };
    readonly shippingAddress: {
        readonly firstName: string | null;
        readonly lastName: string | null;
        readonly company: string | null;
        readonly address1: string | null;
        readonly address2: string | null;
        readonly city: string | null;
        readonly province: string | null;
        readonly zip: string | null;
        readonly countryCodeV2: CountryCode | null;
        readonly phone: string | null;
    } | null;
    readonly billingAddress: {
        readonly firstName: string | null;
        readonly lastName: string | null;
        readonly company: string | null;
        readonly address1: string | null;
        readonly address2: string | null;
        readonly city: string | null;
        readonly province: string | null;
        readonly zip: string | null;
        readonly countryCodeV2: CountryCode | null;
        readonly phone: string | null;
    } | null;
};

export type AddressFieldsFragment = {
    readonly firstName: string | null;
    readonly lastName: string | null;
    readonly company: string | null;
    readonly address1: string | null;
    readonly address2: string | null;
    readonly city: string | null;
    readonly province: string | null;
    readonly zip: string | null;
    readonly countryCodeV2: CountryCode | null;
    readonly phone: string | null;
};

export type TransactionFieldsFragment = {
    readonly id: string;
    readonly kind: OrderTransactionKind;
    readonly status: OrderTransactionStatus;
    readonly gateway: string | null;
    readonly formattedGateway: string | null;
    readonly manualPaymentGateway: boolean;
    readonly test: boolean;
    readonly amountSet: {
        readonly shopMoney: {
            readonly amount: string;
        };
    };
};

export type ShippingLineFieldsFragment = {
    readonly id: string | null;
    readonly title: string;
    readonly code: string | null;
    readonly source: string | null;
    readonly originalPriceSet: {
        readonly shopMoney: {
            readonly amount: string;
        };
    };
    readonly discountAllocations: ReadonlyArray<{
        readonly allocatedAmountSet: {
            readonly shopMoney: {
                readonly amount: string;
            };
        };
    }>;
    readonly taxLines: ReadonlyArray<{
        readonly priceSet: {
            readonly shopMoney: {
                readonly amount: string;
            };
        };
    }>;
};

export type OrderLineFieldsFragment = {
    readonly id: string;
    readonly title: string;
    readonly variantTitle: string | null;
    readonly sku: string | null;
    readonly quantity: number;
    readonly currentQuantity: number;
    readonly unfulfilledQuantity: number;
    readonly requiresShipping: boolean;
    readonly isGiftCard: boolean;
    readonly variant: {
        readonly id: string;
    } | null;
    readonly originalUnitPriceSet: {
        readonly shopMoney: {
            readonly amount: string;
        };
    };
    readonly discountAllocations: ReadonlyArray<{
        readonly allocatedAmountSet: {
            readonly shopMoney: {
                readonly amount: string;
            };
        };
    }>;
    readonly taxLines: ReadonlyArray<{
        readonly priceSet: {
            readonly shopMoney: {
                readonly amount: string;
            };
        };
    }>;
};

export type OrderLinesQueryVariables = Exact<{
    id: Scalars['ID']['input'];
    after?: InputMaybe<Scalars['String']['input']>;
}>;

export type OrderLinesQuery = {
    readonly order: {
        readonly lineItems: {
            readonly nodes: ReadonlyArray<{
                readonly id: string;
                readonly title: string;
                readonly variantTitle: string | null;
                readonly sku: string | null;
                readonly quantity: number;
                readonly currentQuantity: number;
                readonly unfulfilledQuantity: number;
                readonly requiresShipping: boolean;
                readonly isGiftCard: boolean;
                readonly variant: {
                    readonly id: string;
                } | null;
                readonly originalUnitPriceSet: {
                    readonly shopMoney: {
                        readonly amount: string;
                    };
                };
                readonly discountAllocations: ReadonlyArray<{
                    readonly allocatedAmountSet: {
                        readonly shopMoney: {
                            readonly amount: string;
                        };
                    };
                }>;
                readonly taxLines: ReadonlyArray<{
                    readonly priceSet: {
                        readonly shopMoney: {
                            readonly amount: string;
                        };
                    };
                }>;
            }>;
            readonly pageInfo: {
                readonly hasNextPage: boolean;
                readonly endCursor: string | null;
            };
        };
    } | null;
};

export type OrdersUpdatedQueryVariables = Exact<{
    search: Scalars['String']['input'];
    after?: InputMaybe<Scalars['String']['input']>;
}>;

export type OrdersUpdatedQuery = {
    readonly orders: {
        readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly name: string;
            readonly updatedAt: string;
        }>;
        readonly pageInfo: {
            readonly hasNextPage: boolean;
            readonly endCursor: string | null;
        };
    };
};

export type OrderShippingLinesQueryVariables = Exact<{
    id: Scalars['ID']['input'];
    after?: InputMaybe<Scalars['String']['input']>;
}>;

export type OrderShippingLinesQuery = {
    readonly order: {
        readonly shippingLines: {
            readonly nodes: ReadonlyArray<{
                readonly id: string | null;
                readonly title: string;
                readonly code: string | null;
                readonly source: string | null;
                readonly originalPriceSet: {
                    readonly shopMoney: {
                        readonly amount: string;
                    };
                };
                readonly discountAllocations: ReadonlyArray<{
                    readonly allocatedAmountSet: {
                        readonly shopMoney: {
                            readonly amount: string;
                        };
                    };
                }>;
                readonly taxLines: ReadonlyArray<{
                    readonly priceSet: {
                        readonly shopMoney: {
                            readonly amount: string;
                        };
                    };
                }>;
            }>;
            readonly pageInfo: {
                readonly hasNextPage: boolean;
                readonly endCursor: string | null;
            };
        };
    } | null;
};

export type OrderRefundsQueryVariables = Exact<{
    id: Scalars['ID']['input'];
}>;

export type OrderRefundsQuery = {
    readonly order: {
        readonly refunds: ReadonlyArray<{
            readonly id: string;
            readonly refundShippingLines: {
                readonly nodes: ReadonlyArray<{
                    readonly shippingLine: {
                        readonly id: string | null;
                    };
                    readonly subtotalAmountSet: {
                        readonly shopMoney: {
                            readonly amount: string;
                        };
                    };
                    readonly taxAmountSet: {
                        readonly shopMoney: {
                            readonly amount: string;
                        };
                    };
                }>;
                readonly pageInfo: {
                    readonly hasNextPage: boolean;
                    readonly endCursor: string | null;
                };
            };
        }>;
    } | null;
};

export type ShippingRefundFieldsFragment = {
    readonly shippingLine: {
        readonly id: string | null;
    };
    readonly subtotalAmountSet: {
        readonly shopMoney: {
            readonly amount: string;
        };
    };
    readonly taxAmountSet: {
        readonly shopMoney: {
            readonly amount: string;
        };
    };
};

export type RefundShippingLinesQueryVariables = Exact<{
    id: Scalars['ID']['input'];
    after?: InputMaybe<Scalars['String']['input']>;
}>;

export type RefundShippingLinesQuery = {
    readonly refund: {
        readonly refundShippingLines: {
            readonly nodes: ReadonlyArray<{
                readonly shippingLine: {
                    readonly id: string | null;
                };
                readonly subtotalAmountSet: {
                    readonly shopMoney: {
                        readonly amount: string;
                    };
                };
                readonly taxAmountSet: {
                    readonly shopMoney: {
                        readonly amount: string;
                    };
                };
            }>;
            readonly pageInfo: {
                readonly hasNextPage: boolean;
                readonly endCursor: string | null;
            };
        };
    } | null;
};

export type OrderTransactionsQueryVariables = Exact<{
    id: Scalars['ID']['input'];
}>;

export type OrderTransactionsQuery = {
    readonly order: {
        readonly transactions: ReadonlyArray<{
            readonly id: string;
            readonly kind: OrderTransactionKind;
            readonly status: OrderTransactionStatus;
            readonly gateway: string | null;
            readonly formattedGateway: string | null;
            readonly manualPaymentGateway: boolean;
            readonly test: boolean;
            readonly amountSet: {
                readonly shopMoney: {
                    readonly amount: string;
                };
            };
        }>;
    } | null;
};

export type OrderMarkAsPaidMutationVariables = Exact<{
    id: Scalars['ID']['input'];
}>;

export type OrderMarkAsPaidMutation = {
    readonly orderMarkAsPaid: {
        readonly order: {
            readonly id: string;
            readonly displayFinancialStatus: OrderDisplayFinancialStatus | null;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type TagsRemoveMutationVariables = Exact<{
    id: Scalars['ID']['input'];
    tags: ReadonlyArray<Scalars['String']['input']> | Scalars['String']['input'];
}>;

export type TagsRemoveMutation = {
    readonly tagsRemove: {
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type OrderNoteUpdateMutationVariables = Exact<{
    id: Scalars['ID']['input'];
    note: Scalars['String']['input'];
}>;

export type OrderNoteUpdateMutation = {
    readonly orderUpdate: {
        readonly order: {
            readonly id: string;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type MarkedProductsQueryVariables = Exact<{
    [key: string]: never;
}>;

export type MarkedProductsQuery = {
    readonly metafieldDefinition: {
        readonly metafieldsCount: number;
    } | null;
};

export type ProductCreateMutationVariables = Exact<{
    identifier: ProductSetIdentifiers;
    input: ProductSetInput;
}>;

export type ProductCreateMutation = {
    readonly productSet: {
        readonly product: {
            readonly id: string;
            readonly updatedAt: string;
            readonly onlineStoreUrl: string | null;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly code: ProductSetUserErrorCode | null;
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type VariantsCreateMutationVariables = Exact<{
    productId: Scalars['ID']['input'];
    variants: ReadonlyArray<ProductVariantsBulkInput> | ProductVariantsBulkInput;
}>;

export type VariantsCreateMutation = {
    readonly productVariantsBulkCreate: {
        readonly productVariants: ReadonlyArray<{
            readonly id: string;
            readonly inventoryItem: {
                readonly id: string;
            };
        }> | null;
        readonly userErrors: ReadonlyArray<{
            readonly code: ProductVariantsBulkCreateUserErrorCode | null;
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type ProductDeleteMutationVariables = Exact<{
    id: Scalars['ID']['input'];
}>;

export type ProductDeleteMutation = {
    readonly productDelete: {
        readonly deletedProductId: string | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type ProductByIdentifierQueryVariables = Exact<{
    identifier: ProductIdentifierInput;
}>;

export type ProductByIdentifierQuery = {
    readonly productByIdentifier: {
        readonly id: string;
        readonly handle: string;
        readonly title: string;
        readonly status: ProductStatus;
        readonly onlineStoreUrl: string | null;
        readonly variants: {
            readonly nodes: ReadonlyArray<{
                readonly id: string;
                readonly sku: string | null;
                readonly price: string;
                readonly compareAtPrice: string | null;
                readonly selectedOptions: ReadonlyArray<{
                    readonly name: string;
                    readonly value: string;
                }>;
                readonly inventoryItem: {
                    readonly id: string;
                    readonly tracked: boolean;
                    readonly unitCost: {
                        readonly amount: string;
                    } | null;
                };
                readonly supplierVariantId: {
                    readonly value: string;
                } | null;
            }>;
            readonly pageInfo: {
                readonly hasNextPage: boolean;
                readonly endCursor: string | null;
            };
        };
    } | null;
};

export type ProductFieldsFragment = {
    readonly id: string;
    readonly handle: string;
    readonly title: string;
    readonly status: ProductStatus;
    readonly onlineStoreUrl: string | null;
    readonly variants: {
        readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly sku: string | null;
            readonly price: string;
            readonly compareAtPrice: string | null;
            readonly selectedOptions: ReadonlyArray<{
                readonly name: string;
                readonly value: string;
            }>;
            readonly inventoryItem: {
                readonly id: string;
                readonly tracked: boolean;
                readonly unitCost: {
                    readonly amount: string;
                } | null;
            };
            readonly supplierVariantId: {
                readonly value: string;
            } | null;
        }>;
        readonly pageInfo: {
            readonly hasNextPage: boolean;
            readonly endCursor: string | null;
        };
    };
};

export type ProductVariantFieldsFragment = {
    readonly id: string;
    readonly sku: string | null;
    readonly price: string;
    readonly compareAtPrice: string | null;
    readonly selectedOptions: ReadonlyArray<{
        readonly name: string;
        readonly value: string;
    }>;
    readonly inventoryItem: {
        readonly id: string;
        readonly tracked: boolean;
        readonly unitCost: {
            readonly amount: string;
        } | null;
    };
    readonly supplierVariantId: {
        readonly value: string;
    } | null;
};

export type VariantsByIdQueryVariables = Exact<{
    ids: ReadonlyArray<Scalars['ID']['input']> | Scalars['ID']['input'];
}>;

export type VariantsByIdQuery = {
    readonly nodes: ReadonlyArray<{
        readonly id: string;
        readonly sku: string | null;
        readonly title: string;
        readonly price: string;
        readonly product: {
            readonly id: string;
            readonly title: string;
        };
        readonly inventoryItem: {
            readonly id: string;
        };
    } | Record<PropertyKey, never> | null>;
};

export type ListedProductQueryVariables = Exact<{
    id: Scalars['ID']['input'];
}>;

export type ListedProductQuery = {
    readonly product: {
        readonly descriptionHtml: string;
        readonly updatedAt: string;
        readonly id: string;
        readonly handle: string;
        readonly title: string;
        readonly status: ProductStatus;
        readonly onlineStoreUrl: string | null;
        readonly media: {
            readonly nodes: ReadonlyArray<{
                readonly id: string;
            } | {
                readonly id: string;
            } | {
                readonly id: string;
            } | {
                readonly id: string;
            }>;
        };
        readonly variants: {
            readonly nodes: ReadonlyArray<{
                readonly id: string;
                readonly sku: string | null;
                readonly price: string;
                readonly compareAtPrice: string | null;
                readonly selectedOptions: ReadonlyArray<{
                    readonly name: string;
                    readonly value: string;
                }>;
                readonly inventoryItem: {
                    readonly id: string;
                    readonly tracked: boolean;
                    readonly unitCost: {
                        readonly amount: string;
                    } | null;
                };
                readonly supplierVariantId: {
                    readonly value: string;
                } | null;
            }>;
            readonly pageInfo: {
                readonly hasNextPage: boolean;
                readonly endCursor: string | null;
            };
        };
    } | null;
};

export type ListedProductFieldsFragment = {
    readonly descriptionHtml: string;
    readonly updatedAt: string;
    readonly id: string;
    readonly handle: string;
    readonly title: string;
    readonly status: ProductStatus;
    readonly onlineStoreUrl: string | null;
    readonly media: {
        readonly nodes: ReadonlyArray<{
            readonly id: string;
        } | {
            readonly id: string;
        } | {
            readonly id: string;
        } | {
            readonly id: string;
        }>;
    };
    readonly variants: {
        readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly sku: string | null;
            readonly price: string;
            readonly compareAtPrice: string | null;
            readonly selectedOptions: ReadonlyArray<{
                readonly name: string;
                readonly value: string;
            }>;
            readonly inventoryItem: {
                readonly id: string;
                readonly tracked: boolean;
                readonly unitCost: {
                    readonly amount: string;
                } | null;
            };
            readonly supplierVariantId: {
                readonly value: string;
            } | null;
        }>;
        readonly pageInfo: {
            readonly hasNextPage: boolean;
            readonly endCursor: string | null;
        };
    };
};

export type PublishedProductQueryVariables = Exact<{
    id: Scalars['ID']['input'];
}>;

export type PublishedProductQuery = {
    readonly product: {
        readonly descriptionHtml: string;
        readonly updatedAt: string;
        readonly id: string;
        readonly handle: string;
        readonly title: string;
        readonly status: ProductStatus;
        readonly onlineStoreUrl: string | null;
        readonly resourcePublicationsV2: {
            readonly nodes: ReadonlyArray<{
                readonly publication: {
                    readonly id: string;
                };
            }>;
        };
        readonly media: {
            readonly nodes: ReadonlyArray<{
                readonly id: string;
            } | {
                readonly id: string;
            } | {
                readonly id: string;
            } | {
                readonly id: string;
            }>;
        };
        readonly variants: {
            readonly nodes: ReadonlyArray<{
                readonly id: string;
                readonly sku: string | null;
                readonly price: string;
                readonly compareAtPrice: string | null;
                readonly selectedOptions: ReadonlyArray<{
                    readonly name: string;
                    readonly value: string;
                }>;
                readonly inventoryItem: {
                    readonly id: string;
                    readonly tracked: boolean;
                    readonly unitCost: {
                        readonly amount: string;
                    } | null;
                };
                readonly supplierVariantId: {
                    readonly value: string;
                } | null;
            }>;
            readonly pageInfo: {
                readonly hasNextPage: boolean;
                readonly endCursor: string | null;
            };
        };
    } | null;
};

export type CollectionsQueryVariables = Exact<{
    [key: string]: never;
}>;

export type CollectionsQuery = {
    readonly collections: {
        readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly title: string;
        }>;
    };
};

export type OrdersWithVariantsQueryVariables = Exact<{
    ids: ReadonlyArray<Scalars['ID']['input']> | Scalars['ID']['input'];
}>;

export type OrdersWithVariantsQuery = {
    readonly nodes: ReadonlyArray<{
        readonly id: string;
        readonly name: string;
        readonly lineItems: {
            readonly nodes: ReadonlyArray<{
                readonly unfulfilledQuantity: number;
                readonly variant: {
                    readonly id: string;
                } | null;
            }>;
        };
    } | Record<PropertyKey, never> | null>;
};

export type VariantsOfProductsQueryVariables = Exact<{
    query: Scalars['String']['input'];
    after?: InputMaybe<Scalars['String']['input']>;
}>;

export type VariantsOfProductsQuery = {
    readonly productVariants: {
        readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly supplierVariantId: {
                readonly value: string;
            } | null;
            readonly inventoryItem: {
                readonly id: string;
                readonly inventoryLevels: {
                    readonly nodes: ReadonlyArray<{
                        readonly id: string;
                        readonly isActive: boolean;
                        readonly location: {
                            readonly id: string;
                        };
                    }>;
                };
            };
        }>;
        readonly pageInfo: {
            readonly hasNextPage: boolean;
            readonly endCursor: string | null;
        };
    };
};

export type PublicationsQueryVariables = Exact<{
    [key: string]: never;
}>;

export type PublicationsQuery = {
    readonly publications: {
        readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly channels: {
                readonly nodes: ReadonlyArray<{
                    readonly name: string;
                    readonly app: {
                        readonly handle: string | null;
                    };
                }>;
            } | null;
        }>;
    };
};

export type VariantPricesQueryVariables = Exact<{
    ids: ReadonlyArray<Scalars['ID']['input']> | Scalars['ID']['input'];
}>;

export type VariantPricesQuery = {
    readonly nodes: ReadonlyArray<{
        readonly id: string;
        readonly price: string;
        readonly compareAtPrice: string | null;
    } | Record<PropertyKey, never> | null>;
};

export type ProductPublishMutationVariables = Exact<{
    id: Scalars['ID']['input'];
    input: ReadonlyArray<PublicationInput> | PublicationInput;
}>;

export type ProductPublishMutation = {
    readonly publishablePublish: {
        readonly publishable: {
            readonly id: string;
            readonly updatedAt: string;
        } | Record<PropertyKey, never> | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type ProductStatusesQueryVariables = Exact<{
    ids: ReadonlyArray<Scalars['ID']['input']> | Scalars['ID']['input'];
}>;

export type ProductStatusesQuery = {
    readonly nodes: ReadonlyArray<{
        readonly id: string;
        readonly status: ProductStatus;
    } | Record<PropertyKey, never> | null>;
};

export type ProductsFoundQueryVariables = Exact<{
    query?: InputMaybe<Scalars['String']['input']>;
    first: Scalars['Int']['input'];
}>;

export type ProductsFoundQuery = {
    readonly products: {
        readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly title: string;
            readonly status: ProductStatus;
            readonly featuredMedia: {
                readonly preview: {
                    readonly image: {
                        readonly url: string;
                    } | null;
                } | null;
            } | {
                readonly preview: {
                    readonly image: {
                        readonly url: string;
                    } | null;
                } | null;
            } | {
                readonly preview: {
                    readonly image: {
                        readonly url: string;
                    } | null;
                } | null;
            } | {
                readonly preview: {
                    readonly image: {
                        readonly url: string;
                    } | null;
                } | null;
            } | null;
            readonly priceRangeV2: {
                readonly minVariantPrice: {
                    readonly amount: string;
                };
                readonly maxVariantPrice: {
                    readonly amount: string;
                };
            };
        }>;
    };
};

export type ProductContentSetMutationVariables = Exact<{
    identifier: ProductSetIdentifiers;
    input: ProductSetInput;
}>;

export type ProductContentSetMutation = {
    readonly productSet: {
        readonly product: {
            readonly id: string;
            readonly title: string;
            readonly descriptionHtml: string;
            readonly updatedAt: string;
            readonly media: {
                readonly nodes: ReadonlyArray<{
                    readonly id: string;
                } | {
                    readonly id: string;
                } | {
                    readonly id: string;
                } | {
                    readonly id: string;
                }>;
            };
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly code: ProductSetUserErrorCode | null;
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type ProductStatusUpdateMutationVariables = Exact<{
    id: Scalars['ID']['input'];
    status: ProductStatus;
}>;

export type ProductStatusUpdateMutation = {
    readonly productUpdate: {
        readonly product: {
            readonly id: string;
            readonly status: ProductStatus;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type ProductSetMutationVariables = Exact<{
    identifier: ProductSetIdentifiers;
    input: ProductSetInput;
}>;

export type ProductSetMutation = {
    readonly productSet: {
        readonly product: {
            readonly id: string;
            readonly handle: string;
            readonly title: string;
            readonly status: ProductStatus;
            readonly onlineStoreUrl: string | null;
            readonly variants: {
                readonly nodes: ReadonlyArray<{
                    readonly id: string;
                    readonly sku: string | null;
                    readonly price: string;
                    readonly compareAtPrice: string | null;
                    readonly selectedOptions: ReadonlyArray<{
                        readonly name: string;
                        readonly value: string;
                    }>;
                    readonly inventoryItem: {
                        readonly id: string;
                        readonly tracked: boolean;
                        readonly unitCost: {
                            readonly amount: string;
                        } | null;
                    };
                    readonly supplierVariantId: {
                        readonly value: string;
                    } | null;
                }>;
                readonly pageInfo: {
                    readonly hasNextPage: boolean;
                    readonly endCursor: string | null;
                };
            };
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly code: ProductSetUserErrorCode | null;
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type ProductVariantsQueryVariables = Exact<{
    id: Scalars['ID']['input'];
    after?: InputMaybe<Scalars['String']['input']>;
}>;

export type ProductVariantsQuery = {
    readonly product: {
        readonly variants: {
            readonly nodes: ReadonlyArray<{
                readonly id: string;
                readonly sku: string | null;
                readonly price: string;
                readonly compareAtPrice: string | null;
                readonly selectedOptions: ReadonlyArray<{
                    readonly name: string;
                    readonly value: string;
                }>;
                readonly inventoryItem: {
                    readonly id: string;
                    readonly tracked: boolean;
                    readonly unitCost: {
                        readonly amount: string;
                    } | null;
                };
                readonly supplierVariantId: {
                    readonly value: string;
                } | null;
            }>;
            readonly pageInfo: {
                readonly hasNextPage: boolean;
                readonly endCursor: string | null;
            };
        };
    } | null;
};

export type VariantsUpdateMutationVariables = Exact<{
    productId: Scalars['ID']['input'];
    variants: ReadonlyArray<ProductVariantsBulkInput> | ProductVariantsBulkInput;
}>;

export type VariantsUpdateMutation = {
    readonly productVariantsBulkUpdate: {
        readonly product: {
            readonly updatedAt: string;
        } | null;
        readonly productVariants: ReadonlyArray<{
            readonly id: string;
        }> | null;
        readonly userErrors: ReadonlyArray<{
            readonly code: ProductVariantsBulkUpdateUserErrorCode | null;
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type CarrierServiceCreateMutationVariables = Exact<{
    name: Scalars['String']['input'];
    callbackUrl: Scalars['URL']['input'];
}>;

export type CarrierServiceCreateMutation = {
    readonly carrierServiceCreate: {
        readonly carrierService: {
            readonly id: string;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
            readonly code: CarrierServiceCreateUserErrorCode | null;
        }>;
    } | null;
};

export type CarrierServiceDeleteMutationVariables = Exact<{
    id: Scalars['ID']['input'];
}>;

export type CarrierServiceDeleteMutation = {
    readonly carrierServiceDelete: {
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type CarrierServicesQueryVariables = Exact<{
    [key: string]: never;
}>;

export type CarrierServicesQuery = {
    readonly carrierServices: {
        readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly callbackUrl: string | null;
            readonly active: boolean;
        }>;
    };
};

export type ZoneRatesQueryVariables = Exact<{
    profileId: Scalars['ID']['input'];
}>;

export type ZoneRatesQuery = {
    readonly deliveryProfile: {
        readonly id: string;
        readonly name: string;
        readonly profileLocationGroups: ReadonlyArray<{
            readonly locationGroup: {
                readonly id: string;
                readonly locations: {
                    readonly nodes: ReadonlyArray<{
                        readonly id: string;
                    }>;
                };
            };
            readonly locationGroupZones: {
                readonly nodes: ReadonlyArray<{
                    readonly zone: {
                        readonly id: string;
                        readonly name: string;
                        readonly countries: ReadonlyArray<{
                            readonly code: {
                                readonly countryCode: CountryCode | null;
                                readonly restOfWorld: boolean;
                            };
                        }>;
                    };
                    readonly methodDefinitions: {
                        readonly nodes: ReadonlyArray<{
                            readonly id: string;
                            readonly name: string;
                            readonly active: boolean;
                            readonly rateProvider: {
                                readonly price: {
                                    readonly amount: string;
                                };
                            } | Record<PropertyKey, never>;
                        }>;
                    };
                }>;
            };
        }>;
    } | null;
};

export type CarrierServiceUpdateMutationVariables = Exact<{
    id: Scalars['ID']['input'];
    callbackUrl: Scalars['URL']['input'];
}>;

export type CarrierServiceUpdateMutation = {
    readonly carrierServiceUpdate: {
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
            readonly code: CarrierServiceUpdateUserErrorCode | null;
        }>;
    } | null;
};

export type DeliveryProfileUpdateMutationVariables = Exact<{
    id: Scalars['ID']['input'];
    profile: DeliveryProfileInput;
}>;

export type DeliveryProfileUpdateMutation = {
    readonly deliveryProfileUpdate: {
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type MetafieldDefinitionCreateMutationVariables = Exact<{
    definition: MetafieldDefinitionInput;
}>;

export type MetafieldDefinitionCreateMutation = {
    readonly metafieldDefinitionCreate: {
        readonly createdDefinition: {
            readonly id: string;
        } | null;
        readonly userErrors: ReadonlyArray<{
            readonly code: MetafieldDefinitionCreateUserErrorCode | null;
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type MetafieldsDeleteMutationVariables = Exact<{
    metafields: ReadonlyArray<MetafieldIdentifierInput> | MetafieldIdentifierInput;
}>;

export type MetafieldsDeleteMutation = {
    readonly metafieldsDelete: {
        readonly deletedMetafields: ReadonlyArray<{
            readonly ownerId: string;
            readonly key: string;
        } | null> | null;
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type LocationByIdQueryVariables = Exact<{
    id: Scalars['ID']['input'];
}>;

export type LocationByIdQuery = {
    readonly location: {
        readonly id: string;
        readonly name: string;
        readonly isActive: boolean;
        readonly fulfillmentService: {
            readonly id: string;
        } | null;
    } | null;
};

export type ShopFactsQueryVariables = Exact<{
    [key: string]: never;
}>;

export type ShopFactsQuery = {
    readonly shop: {
        readonly id: string;
        readonly name: string;
        readonly myshopifyDomain: string;
        readonly currencyCode: CurrencyCode;
        readonly ianaTimezone: string;
        readonly plan: {
            readonly publicDisplayName: string;
            readonly partnerDevelopment: boolean;
            readonly shopifyPlus: boolean;
        };
    };
    readonly currentAppInstallation: {
        readonly id: string;
        readonly accessScopes: ReadonlyArray<{
            readonly handle: string;
        }>;
    };
};

export type DeliveryGroupLocationsQueryVariables = Exact<{
    profileId: Scalars['ID']['input'];
    groupId: Scalars['ID']['input'];
    after?: InputMaybe<Scalars['String']['input']>;
}>;

export type DeliveryGroupLocationsQuery = {
    readonly deliveryProfile: {
        readonly profileLocationGroups: ReadonlyArray<{
            readonly locationGroup: {
                readonly locations: {
                    readonly nodes: ReadonlyArray<{
                        readonly id: string;
                    }>;
                    readonly pageInfo: {
                        readonly hasNextPage: boolean;
                        readonly endCursor: string | null;
                    };
                };
            };
        }>;
    } | null;
};

export type DeliveryGroupZonesQueryVariables = Exact<{
    profileId: Scalars['ID']['input'];
    groupId: Scalars['ID']['input'];
    after?: InputMaybe<Scalars['String']['input']>;
}>;

export type DeliveryGroupZonesQuery = {
    readonly deliveryProfile: {
        readonly profileLocationGroups: ReadonlyArray<{
            readonly locationGroupZones: {
                readonly nodes: ReadonlyArray<{
                    readonly zone: {
                        readonly countries: ReadonlyArray<{
                            readonly code: {
                                readonly countryCode: CountryCode | null;
                                readonly restOfWorld: boolean;
                            };
                        }>;
                    };
                    readonly methodDefinitions: {
                        readonly nodes: ReadonlyArray<{
                            readonly active: boolean;
                        }>;
                    };
                }>;
                readonly pageInfo: {
                    readonly hasNextPage: boolean;
                    readonly endCursor: string | null;
                };
            };
        }>;
    } | null;
};

export type ZoneFieldsFragment = {
    readonly zone: {
        readonly countries: ReadonlyArray<{
            readonly code: {
                readonly countryCode: CountryCode | null;
                readonly restOfWorld: boolean;
            };
        }>;
    };
    readonly methodDefinitions: {
        readonly nodes: ReadonlyArray<{
            readonly active: boolean;
        }>;
    };
};

export type DeliveryProfilesQueryVariables = Exact<{
    after?: InputMaybe<Scalars['String']['input']>;
}>;

export type DeliveryProfilesQuery = {
    readonly deliveryProfiles: {
        readonly nodes: ReadonlyArray<{
            readonly id: string;
            readonly name: string;
            readonly default: boolean;
            readonly profileLocationGroups: ReadonlyArray<{
                readonly locationGroup: {
                    readonly id: string;
                    readonly locations: {
                        readonly nodes: ReadonlyArray<{
                            readonly id: string;
                        }>;
                        readonly pageInfo: {
                            readonly hasNextPage: boolean;
                            readonly endCursor: string | null;
                        };
                    };
                };
                readonly locationGroupZones: {
                    readonly nodes: ReadonlyArray<{
                        readonly zone: {
                            readonly countries: ReadonlyArray<{
                                readonly code: {
                                    readonly countryCode: CountryCode | null;
                                    readonly restOfWorld: boolean;
                                };
                            }>;
                        };
                        readonly methodDefinitions: {
                            readonly nodes: ReadonlyArray<{
                                readonly active: boolean;
                            }>;
                        };
                    }>;
                    readonly pageInfo: {
                        readonly hasNextPage: boolean;
                        readonly endCursor: string | null;
                    };
                };
            }>;
        }>;
        readonly pageInfo: {
            readonly hasNextPage: boolean;
            readonly endCursor: string | null;
        };
    };
};

export type FlowTriggerReceiveMutationVariables = Exact<{
    handle: Scalars['String']['input'];
    payload: Scalars['JSON']['input'];
}>;

export type FlowTriggerReceiveMutation = {
    readonly flowTriggerReceive: {
        readonly userErrors: ReadonlyArray<{
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};

export type MetafieldsSetMutationVariables = Exact<{
    metafields: ReadonlyArray<MetafieldsSetInput> | MetafieldsSetInput;
}>;

export type MetafieldsSetMutation = {
    readonly metafieldsSet: {
        readonly metafields: ReadonlyArray<{
            readonly id: string;
        }> | null;
        readonly userErrors: ReadonlyArray<{
            readonly code: MetafieldsSetUserErrorCode | null;
            readonly field: ReadonlyArray<string> | null;
            readonly message: string;
        }>;
    } | null;
};
