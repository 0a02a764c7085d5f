import type { Sentences } from "../shared/language/sentences.ts";

/** Validation messages of fields, keyed by their English text. */
export const spanishFields: Record<string, string> = {
  "Must select an option": "Elija una opción",
  "Please say what is wrong": "Diga qué está mal",
  "Please use at most 1,000 characters": "Use como máximo 1,000 caracteres",
  "Please say what we should look at again": "Diga qué deberíamos revisar de nuevo",
  "Please use at most 2,000 characters": "Use como máximo 2,000 caracteres",
  "Please leave out tax and account numbers. If we need one, we ask for it on a secure page.":
    "No escriba números de impuestos ni de cuentas. Si necesitamos alguno, se lo pediremos en una página segura.",
  Required: "Obligatorio",
  "Please provide an answer by selecting an option or entering a response":
    "Dé una respuesta: elija una opción o escríbala",

  "First name is required": "El nombre es obligatorio",
  "Last name is required": "El apellido es obligatorio",
  "Email is required": "El correo electrónico es obligatorio",
  "Please enter a valid email": "Escriba un correo electrónico válido",
  "Phone number is required": "El número de teléfono es obligatorio",
  "Personal phone number is required": "El número de teléfono personal es obligatorio",
  "Business phone number is required": "El teléfono de la empresa es obligatorio",
  "Must be a valid USA phone number": "Debe ser un número de teléfono válido de EE. UU.",

  "Business name is required": "El nombre de la empresa es obligatorio",
  "Business name can only contain alphanumeric characters, spaces, hyphens, apostrophes, periods, and diacritics":
    "El nombre de la empresa solo puede tener letras, números, espacios, guiones, apóstrofos, puntos y signos diacríticos",
  "Website is required": "El sitio web es obligatorio",
  "Must be a valid url": "Debe ser una dirección web válida",

  "Address line 1 is required": "La línea 1 de la dirección es obligatoria",
  "Address cannot be a PO Box": "La dirección no puede ser un apartado postal",
  "City is required": "La ciudad es obligatoria",
  "State is requried": "El estado es obligatorio",
  "Country is required": "El país es obligatorio",
  "Sorry, we do not serve your region at this time.": "Lo sentimos, por ahora no atendemos su región.",
  "Zip code is required": "El código postal es obligatorio",
  "Zip code must be 5 digits": "El código postal debe tener 5 dígitos",
  "Please use at most 200 characters": "Use 200 caracteres como máximo",

  "Please select at least one option": "Elija al menos una opción",
  "EIN is required": "El EIN es obligatorio",
  "Please enter a full EIN": "Escriba el EIN completo",
  "EIN is not valid": "El EIN no es válido",
  "SSN is required": "El SSN es obligatorio",
  "Please enter a full SSN": "Escriba el SSN completo",

  "Description is required": "La descripción es obligatoria",
  "Monthly payment is required": "El pago mensual es obligatorio",
  "Remaining balance is required": "El saldo pendiente es obligatorio",
  "Interest rate is required": "La tasa de interés es obligatoria",
  "Months remaining is required": "Los meses restantes son obligatorios",
  "Must be greater than 1": "Debe ser mayor que 1",
  "Number is too large": "El número es demasiado grande",
  "Please enter a number": "Escriba un número",
  "Must be 0 or more": "Debe ser 0 o más",
  "Please use at most 2 decimals": "Use 2 decimales como máximo",
  "Must be a whole number": "Debe ser un número entero",

  "Total invoice amount must be greater than or equal to $1": "El monto total de la factura debe ser de al menos $1",
  "Invoice remaining balance amount is required": "El saldo pendiente de la factura es obligatorio",
  "Invoice remaining balance amount must be greater than or equal to $1":
    "El saldo pendiente de la factura debe ser de al menos $1",
  "Amount requested must be greater than or equal to $1": "El monto solicitado debe ser de al menos $1",
  "Amount requested for financing must be less than or equal to the total invoice amount":
    "El monto solicitado debe ser menor o igual al monto total de la factura",
  "Amount requested for financing must be less than or equal to the remaining balance":
    "El monto solicitado debe ser menor o igual al saldo pendiente",
  "Must be a valid date": "Debe ser una fecha válida",
  "Invoice due date must be after invoice issue date":
    "La fecha de vencimiento debe ser posterior a la fecha de emisión de la factura",
  "The invoice issue date must be at least 7 days in the future":
    "La fecha de vencimiento de la factura debe ser al menos 7 días en el futuro",
  "Invoice due date cannot be more than 5 days in the past.":
    "La fecha de vencimiento de la factura no puede haber pasado hace más de 5 días.",

  "Amount requested is required": "El monto solicitado es obligatorio",
  "Must be at least $500": "Debe ser al menos $500",
  "Must be at most $500,000": "Debe ser como máximo $500,000",
  "Please say what the money is for": "Diga para qué es el dinero",
  "Gross annual revenue is required": "Los ingresos brutos anuales son obligatorios",
  "State is required": "El estado es obligatorio",

  "Ownership percentage is required": "El porcentaje de propiedad es obligatorio",
  "Must be at least 0": "Debe ser al menos 0",
  "Must be less than 20": "Debe ser menos de 20",
  "Must be at least 20": "Debe ser al menos 20",
  "Must be at most 100": "Debe ser como máximo 100",
  "Ownership percentages cannot add up to more than 100": "Los porcentajes de propiedad no pueden sumar más de 100",
  "Please enter the first name": "Escriba el nombre",
  "Please enter the last name": "Escriba el apellido",
  "Please enter the email": "Escriba el correo electrónico",
  "Cannot match exisiting owner name": "No puede ser igual al nombre del dueño principal",
  "Owner with email already exists": "Ya hay un dueño con este correo electrónico",
  "Cannot match existing owner email": "No puede ser igual al correo del dueño principal",
  "Phone number is not a valid USA number": "El número de teléfono no es un número válido de EE. UU.",

  "Credit Score Range is required": "El rango de puntaje crediticio es obligatorio",
  "Minimum Business Age is required": "La antigüedad mínima de la empresa es obligatoria",
  "Businesses Cash Balance is required": "El saldo en efectivo de la empresa es obligatorio",

  "Account number is required": "El número de cuenta es obligatorio",
  "Account number must only contain digits": "El número de cuenta solo puede tener dígitos",
  "Account number can have at most 25 digits": "El número de cuenta puede tener 25 dígitos como máximo",
  "Routing number is required": "El número de ruta es obligatorio",
  "Routing number must be 9 digits": "El número de ruta debe tener 9 dígitos",
  "Routing number is not valid": "El número de ruta no es válido",
  "Bank name is required": "El nombre del banco es obligatorio",
  "Account numbers must match": "Los números de cuenta deben coincidir",
  "Routing numbers must match": "Los números de ruta deben coincidir",
  "Please select an account": "Elija una cuenta",
  "Please upload a file": "Suba un archivo",
  "Please enter the 6-digit code": "Escriba el código de 6 dígitos",
};

const apology = "Ocurrió un error. Comuníquese con nosotros o inténtelo más tarde. Disculpe las molestias.";

/** Refusals of the server, keyed by the error code that the portal receives. */
export const spanishRefusals: Record<string, string> = {
  ISSUED_PRODUCT_NO_AVAILABLE_BALANCE_EXCEPTION:
    "Su límite restante es $0. Podrá subir otra factura cuando su límite se renueve.",
  ISSUED_PRODUCT_PARTIAL_FINANCE_EXCEPTION:
    "No le queda límite de crédito disponible. Su límite se renovará a medida que pague las facturas pendientes. Vuelva a consultar pronto.",
  PLAN_NOT_AVAILABLE: "Elija un plan de pago",
  PLAN_TOO_LONG: "Elija un plan de pago con un plazo igual o menor a los días que faltan para que venza el pago.",
  INVOICE_ALREADY_SUBMITTED: "Esta factura ya se envió.",
  VALIDATION_FAILED: "Algunos campos necesitan atención.",
  NOT_SIGNED_IN: "Inicie sesión de nuevo.",
  INVALID_SESSION_TOKEN_EXCEPTION: "El token de sesión no es válido.",
  CONNECT_TOKEN_INVALID: "Este token de conexión ya se usó o venció.",
  INVITATION_INVALID:
    "Esta invitación ya no sirve. Si ya la usó, entre con su correo electrónico; si no, pida una nueva.",
  INVITED_TOO_OFTEN: "Hoy ya se invitó varias veces a esta persona. Inténtelo de nuevo mañana.",
  NOT_ALLOWED: "No tiene permiso para hacer eso.",
  ACCOUNTING_NOT_LINKED:
    "Conecte su programa de contabilidad, invite a su contador o suba sus declaraciones de impuestos.",
  ACCOUNTING_UNAVAILABLE:
    "Su programa de contabilidad no responde en este momento. Inténtelo de nuevo en unos minutos.",
  ACCOUNTANT_LINK_INVALID: "Este enlace ya se usó o venció.",
  REMINDER_LINK_INVALID: "Este enlace no está completo. Ábralo de nuevo desde el correo.",
  NOTIFICATION_TOPIC_LOCKED:
    "Estos correos no se pueden desactivar, porque tratan de lo que usted debe o de lo que pidió.",
  STOP_LINK_INVALID: "Este enlace no está completo. Ábralo de nuevo desde el correo.",
  ORIGIN_NOT_ALLOWED: "Esta página no está entre las que registró la plataforma.",
  DIRECT_USER_EMAIL_NOT_UNIQUE_EXCEPTION:
    "Varios usuarios comparten este correo, así que no sirve para iniciar sesión aquí.",
  OPEN_ENROLLMENT_DISABLED_EXCEPTION: "Este programa es solo por invitación.",
  INVALID_OTP_CODE_EXCEPTION: "Ese código no es correcto o ya venció.",
  TOO_MANY_OTP_ATTEMPTS_EXCEPTION: "Demasiados intentos. Pida un código nuevo más tarde.",
  OFFER_EXPIRED: "Esta oferta ha vencido.",
  IDENTITY_NOT_STARTED: "Primero verifique su identidad.",
  IDENTITY_SUBMITTED: "Ya envió su verificación de identidad.",
  IDENTITY_FAILED: "La verificación de identidad falló. Comuníquese con soporte.",
  ACCOUNT_NOT_OF_BUSINESS: "Elija una cuenta corriente del negocio.",
  CO_SIGNER_NOT_OVERDUE:
    "Puede decidir sobre un dueño 14 días después de que le pedimos la firma, o cuando no ha querido firmar.",
  CO_SIGNER_HAS_SIGNED: "Esta persona ha firmado mientras tanto.",
  CO_SIGNER_CHANGE_PENDING: "Estamos revisando el cambio de dueños. Podrá firmar el contrato cuando hayamos terminado.",
  DRAW_PAYOFF_UNAVAILABLE: "Este retiro ya se pagó o tiene una liquidación pendiente.",
  INVOICE_NOT_REPAYABLE: "Hubo un problema al procesar su pago. Nuestro equipo ha sido avisado y lo investigará.",
  PAYOFF_OF_LINE: "Una línea no se liquida entera: se liquida cada uno de sus retiros o facturas.",
  PAYOFF_LETTER_AWAITED:
    "Estamos pidiendo la cifra de liquidación a su otro prestamista. Podrá firmar el contrato cuando la tengamos.",
  AGREEMENT_NOT_SIGNED: "Primero firme el contrato.",
  OTHER_OFFER_SELECTED: "Ya eligió otra oferta. Vuelva a las ofertas para elegir esta.",
  AMOUNT_NOT_CHOSEN: "Ya eligió otro monto. Vuelva a las ofertas para cambiarlo.",
  AMOUNT_TAKEN: "Este monto ya no está disponible. Elija uno menor.",
  AMOUNT_NOT_ADJUSTABLE: "El monto de esta oferta es fijo.",
  AMOUNT_OUT_OF_RANGE: "Elija un monto dentro de los límites de la oferta.",
  DISCLOSURE_NOT_DELIVERED: "Lea primero la divulgación de este monto.",
  DISCLOSURE_NOT_SIGNED: "Firme primero la divulgación de este monto.",
  DISCLOSURE_SUPERSEDED: "Esta divulgación ya no es válida, porque el monto o las condiciones cambiaron.",
  DISCLOSURE_ONLY_DELIVERED: "Esta divulgación no necesita firma.",
  SIGNING_BEING_PREPARED: "Estamos preparando su documento. Inténtelo de nuevo en un momento.",
  STEP_UP_REQUIRED: "Confirme que es usted antes de continuar.",
  STEP_UP_METHOD_NOT_ALLOWED: "Esta forma de confirmar no está disponible para usted. Use otra.",
  NO_STEP_UP_METHOD:
    "No tenemos un correo electrónico para enviarle un código. Escriba primero sus datos personales o comuníquese con nosotros.",
  NO_PHONE_ON_FILE: "No tenemos su número de teléfono. Escriba primero sus datos personales.",
  PASSKEY_NOT_ACCEPTED: "No se pudo usar esa llave de acceso. Inténtelo de nuevo o use otra forma.",
  NOT_FOUND: "No lo encontramos.",
  BUSINESS_NOT_FOUND_EXCEPTION: "No existe esa empresa.",
  USER_DOES_NOT_EXIST_EXCEPTION: "No existe ese usuario.",
  USER_EMAIL_ALREADY_EXIST_EXCEPTION: "Ya existe un usuario con este correo. Pruebe con otro.",
  BUSINESS_NAME_ALREADY_EXIST_EXCEPTION: "Esta empresa ya existe. Continúe con una empresa nueva.",
  CANNOT_CREATE_OFFER_NO_DISBURSEMENT_ACCOUNT_EXCEPTION:
    "Hace falta una cuenta de desembolso antes de pasar a las ofertas. Cree la cuenta bancaria con nuestra API, recargue la página y vuelva a intentarlo.",
  CO_OWNERS_FULL: "Ha llegado al máximo de 4 dueños.",
  CO_OWNER_HAS_BEGUN: "Esta persona ya comenzó, así que sus datos ya no se pueden cambiar aquí.",
  CO_OWNER_REQUIRED: "Agregue al menos a otro dueño.",
  CORRECTION_NOT_POSSIBLE:
    "No hay ninguna solicitud abierta. Usted mismo puede cambiar sus respuestas cuando vuelva a solicitar.",
  CORRECTION_ALREADY_REQUESTED: "Ya nos pidió corregir esto. Le responderemos por correo electrónico.",
  NO_OPEN_APPLICATION: "No hay ninguna solicitud abierta.",
  APPLICATION_NOT_CLOSED: "Podrá volver a solicitar cuando su solicitud esté cerrada.",
  APPLICATION_OPEN: "Ya tiene una solicitud abierta. Podrá solicitar más cuando termine.",
  NO_FINANCING_YET: "Podrá solicitar más cuando tenga su primer financiamiento.",
  REAPPLY_TOO_SOON: "Puede volver a solicitar 90 días después de la decisión.",
  APPEAL_ALREADY_MADE: "Ya nos pidió revisar de nuevo esta decisión. Le responderemos por correo electrónico.",
  NO_DECLINED_APPLICATION: "No hay ninguna solicitud rechazada.",
  OWNERSHIP_PERCENTAGE_MISSING: "Indique un porcentaje para cada dueño.",
  PRIMARY_OWNER_TAKEN: "Esta empresa ya tiene un dueño principal.",
  STEP_NOT_CURRENT_EXCEPTION: "Este paso ya no está abierto.",
  CONSENT_TEXT_CHANGED: "Estos términos cambiaron desde que abrió esta página. Léalos de nuevo.",
  FILE_NOT_ACCEPTED: "No podemos aceptar este archivo. Elija otro.",
  DOCUMENT_NOT_UPLOADED: "El archivo todavía no ha llegado.",
  DOCUMENT_EXPIRED: "El archivo no se subió a tiempo. Agréguelo de nuevo.",
  DOCUMENT_NOT_READY: "Todavía estamos revisando este archivo. Inténtelo de nuevo en un momento.",
  DOCUMENT_REJECTED: "No pudimos aceptar este archivo. Súbalo de nuevo o elija otro.",
  PRODUCT_NOT_ENABLED: "Su programa no incluye esto.",
  INSTITUTION_EXCLUDED:
    "Algo salió mal cuando el banco intentó vincularse con el proveedor de vinculación bancaria. Pruebe vincular otro banco, o puede subir copias de sus estados de cuenta recientes.",
  INSTITUTION_ALREADY_LINKED:
    "Parece que ya vinculó este banco. Use el botón de arriba si desea hacer cambios en sus cuentas vinculadas.",
  PLAID_REQUIRED_CHECKING_ACCOUNT_EXCEPTION: "Conecte una o más cuentas corrientes.",
  BANK_NOT_LINKED: "Conecte su cuenta bancaria.",
  BANK_LINK_FAILED: apology,
  BANK_UNAVAILABLE: "Su banco no responde en este momento. Inténtelo de nuevo en unos minutos.",
  ACH_AUTHORIZATION_REQUIRED: "Autorice los pagos desde sus cuentas vinculadas.",
  MICRO_ENTRIES_NOT_SETTLED:
    "Las dos cantidades todavía no están en su cuenta. Inténtelo de nuevo cuando las vea en su estado de cuenta.",
  MICRO_ENTRY_AMOUNTS_WRONG: "Estas no son las dos cantidades que enviamos. Revíselas e inténtelo de nuevo.",
  ACCOUNT_BLOCKED: "Esta cuenta no se puede usar para pagos. Elija otra o comuníquese con nosotros.",
  ACCOUNT_REMOVED: "Esta cuenta ya no se comparte con nosotros. Elija otra o vincule su banco de nuevo.",
  ACCOUNT_STOPPED: "Un dueño detuvo esta cuenta. Elija otra o comuníquese con nosotros.",
  ACCOUNT_CHANGE_LINK_INVALID:
    "Este enlace ya no sirve. Si alguien cambió una cuenta sin usted, comuníquese con nosotros de inmediato.",
  MICRO_ENTRIES_SENT_TOO_OFTEN:
    "Ya enviamos cantidades tres veces en 30 días. Vincule su banco o comuníquese con nosotros.",
  MICRO_ENTRY_VERIFICATION_OVER:
    "Las cantidades ya no se pueden confirmar. Vuelva a escribir la cuenta o comuníquese con nosotros.",
  BUSY: "Lo mismo se está haciendo en este momento.",
  TOO_LARGE: "La solicitud es demasiado grande.",
  RATE_LIMITED: "Demasiadas solicitudes. Espere un momento e inténtelo de nuevo.",
  INTERNAL: apology,
  UNAVAILABLE: apology,
};

export const spanishSentences: Sentences = {
  field: (english) => spanishFields[english] ?? english,
  // A refusal without a Spanish text gets a general apology in Spanish rather than its English text.
  refusal: (code) => spanishRefusals[code] ?? apology,
};
